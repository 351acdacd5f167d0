#include "wire/sha256.hpp"

#include <cstring>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace keywright::wire {
namespace {

constexpr std::size_t kBlock = 64;

struct Free {
  void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

class Sha256::Impl {
 public:
  Impl() : algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)), context_(EVP_MD_CTX_new()) {
    if (!algorithm_ || !context_) throw std::runtime_error("OpenSSL has no SHA-256");
  }

  Digest hash(std::string_view first, std::string_view second) {
    Digest digest{};
    if (EVP_DigestInit_ex2(context_.get(), algorithm_.get(), nullptr) != 1 ||
        EVP_DigestUpdate(context_.get(), first.data(), first.size()) != 1 ||
        EVP_DigestUpdate(context_.get(), second.data(), second.size()) != 1 ||
        EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) != 1) {
      throw std::runtime_error("OpenSSL failed to compute SHA-256");
    }
    return digest;
  }

 private:
  std::unique_ptr<EVP_MD, Free> algorithm_;
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

Sha256::Sha256() : impl_(std::make_unique<Impl>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Digest Sha256::hash(std::string_view bytes) {
  return impl_->hash(bytes, {});
}

Digest Sha256::hmac(std::string_view key, std::string_view message) {
  std::array<char, kBlock> inner{};
  if (key.size() > kBlock) {
    const Digest shorter = hash(key);
    std::memcpy(inner.data(), shorter.data(), shorter.size());
  } else if (!key.empty()) {
    std::memcpy(inner.data(), key.data(), key.size());
  }
  std::array<char, kBlock> outer = inner;
  for (char& byte : inner) byte = static_cast<char>(byte ^ 0x36);
  for (char& byte : outer) byte = static_cast<char>(byte ^ 0x5c);
  const Digest inside = impl_->hash({inner.data(), kBlock}, message);
  return impl_->hash({outer.data(), kBlock}, bytes_of(inside));
}

void append_hex(std::string& out, const Digest& digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (const std::uint8_t byte : digest) {
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
  }
}

bool equal_in_constant_time(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace keywright::wire
