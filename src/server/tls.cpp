#include "server/tls.hpp"

#include "core/openssl_error.hpp"

#include <new>
#include <utility>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

namespace keywright::server {
namespace {

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
};

Error unusable(std::string_view what, const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::unavailable;
  error.message = "cannot use the " + std::string(what) + " " + file.string();
  if (const auto reason = take_openssl_error(); !reason.empty()) {
    error.message.append(": ").append(reason);
  }
  return error;
}

/// Of a key that could not be used beside the certificate that is there already.
bool is_of_another(unsigned long error) {
  return ERR_GET_LIB(error) == ERR_LIB_X509 &&
         (ERR_GET_REASON(error) == X509_R_KEY_VALUES_MISMATCH ||
          ERR_GET_REASON(error) == X509_R_KEY_TYPE_MISMATCH);
}

// Instead of OpenSSL's own, which asks on the terminal and waits.
int give_no_password(char*, int, int, void* was_asked) {
  *static_cast<bool*>(was_asked) = true;
  return -1;
}

}  // namespace

class TlsChannel::Impl {
 public:
  explicit Impl(SSL_CTX* context)
      : ssl_(SSL_new(context)), in_(BIO_new(BIO_s_mem())), out_(BIO_new(BIO_s_mem())) {
    if (!ssl_ || in_ == nullptr || out_ == nullptr) throw std::bad_alloc();
    SSL_set_bio(ssl_.get(), in_, out_);
    SSL_set_accept_state(ssl_.get());
  }

  State receive(std::string_view ciphertext, std::string& plain) {
    if (BIO_write(in_, ciphertext.data(), static_cast<int>(ciphertext.size())) !=
        static_cast<int>(ciphertext.size())) {
      return State::broken;
    }
    for (;;) {
      constexpr std::size_t kRecord = 16 * 1024;
      const std::size_t before = plain.size();
      plain.resize(before + kRecord);
      ERR_clear_error();
      const int count = SSL_read(ssl_.get(), plain.data() + before, static_cast<int>(kRecord));
      plain.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
      if (count > 0) continue;
      const int reason = SSL_get_error(ssl_.get(), count);
      take_output();
      if (reason == SSL_ERROR_WANT_READ) return State::open;
      return reason == SSL_ERROR_ZERO_RETURN ? State::ended : State::broken;
    }
  }

  bool send(std::string_view plain) {
    if (SSL_is_init_finished(ssl_.get()) != 1) return false;
    ERR_clear_error();
    const int count = SSL_write(ssl_.get(), plain.data(), static_cast<int>(plain.size()));
    take_output();
    return count == static_cast<int>(plain.size());
  }

  void send_end() {
    if (SSL_is_init_finished(ssl_.get()) == 1) SSL_shutdown(ssl_.get());
    ERR_clear_error();
    take_output();
  }

  std::string output_;
  std::size_t sent_ = 0;

 private:
  void take_output() {
    char* bytes = nullptr;
    const long count = BIO_get_mem_data(out_, &bytes);
    if (count > 0) output_.append(bytes, static_cast<std::size_t>(count));
    (void)BIO_reset(out_);
  }

  std::unique_ptr<SSL, Free> ssl_;
  BIO* in_;  // both are the connection's
  BIO* out_;
};

TlsChannel::TlsChannel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsChannel::~TlsChannel() = default;

TlsChannel::State TlsChannel::receive(std::string_view ciphertext, std::string& plain) {
  return impl_->receive(ciphertext, plain);
}
bool TlsChannel::send(std::string_view plain) {
  return impl_->send(plain);
}
void TlsChannel::send_end() {
  impl_->send_end();
}
std::string_view TlsChannel::output() const {
  return std::string_view(impl_->output_).substr(impl_->sent_);
}
void TlsChannel::output_sent(std::size_t count) {
  impl_->sent_ += count;
  if (impl_->sent_ < impl_->output_.size()) return;
  impl_->output_ = {};
  impl_->sent_ = 0;
}

class TlsContext::Impl {
 public:
  Impl() : context_(SSL_CTX_new(TLS_server_method())) {
    if (!context_) throw std::bad_alloc();
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    SSL_CTX_set_mode(context_.get(), SSL_MODE_RELEASE_BUFFERS);  // idle connections stay small
  }
  [[nodiscard]] SSL_CTX* get() const { return context_.get(); }

 private:
  std::unique_ptr<SSL_CTX, Free> context_;
};

TlsContext::TlsContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsContext::~TlsContext() = default;

Result<std::unique_ptr<TlsContext>> TlsContext::load(const std::filesystem::path& certificate,
                                                     const std::filesystem::path& key) {
  auto impl = std::make_unique<Impl>();
  bool asked_for_password = false;
  SSL_CTX_set_default_passwd_cb(impl->get(), give_no_password);
  SSL_CTX_set_default_passwd_cb_userdata(impl->get(), &asked_for_password);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(impl->get(), certificate.c_str()) != 1) {
    return unusable("certificate", certificate);
  }
  const bool is_read = SSL_CTX_use_PrivateKey_file(impl->get(), key.c_str(), SSL_FILETYPE_PEM) == 1;
  // A key of another kind is read, and found to have no certificate.
  const bool fits =
      is_read ? SSL_CTX_check_private_key(impl->get()) == 1 : !is_of_another(ERR_peek_last_error());
  if (!is_read || !fits) {
    auto error = unusable("key", key);
    if (!fits) {
      error.message = "the key " + key.string() + " does not belong to the certificate " +
                      certificate.string() + "; give the two that were made together";
    } else if (asked_for_password) {
      error.message = "the key " + key.string() +
                      " is encrypted; give one that is not, made by openssl pkey -in " +
                      key.string() + " -out plain.pem";
    }
    return error;
  }
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(impl)));
}

std::unique_ptr<TlsChannel> TlsContext::accept() const {
  return std::unique_ptr<TlsChannel>(
      new TlsChannel(std::make_unique<TlsChannel::Impl>(impl_->get())));
}

}  // namespace keywright::server
