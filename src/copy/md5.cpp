#include "copy/md5.hpp"

#include "core/base64.hpp"

#include <array>

#include <openssl/evp.h>

namespace keywright::copy {

struct Md5::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { EVP_MD_CTX_free(evp); }
};

Md5::Md5() : context_(std::make_unique<Context>()) {
  EVP_DigestInit_ex(context_->evp, EVP_md5(), nullptr);
}

Md5::~Md5() = default;

void Md5::add(std::string_view bytes) {
  EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size());
}

std::string Md5::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->evp, digest.data(), &size);
  return base64_encode({reinterpret_cast<const char*>(digest.data()), size});
}

}  // namespace keywright::copy
