#include "http/tls.hpp"

#include "core/openssl_error.hpp"
#include "http/wait.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <arpa/inet.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

namespace keywright::http {
namespace {

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* stream) const { SSL_free(stream); }
  void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};

// OpenSSL's own socket BIO raises SIGPIPE. This one has the socket's number as its data.
int socket_of(BIO* bio) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio)));
}

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int write_socket(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const auto count = ::send(socket_of(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (count < 0 && would_block()) BIO_set_retry_write(bio);
  return static_cast<int>(count);
}

int read_socket(BIO* bio, char* out, int size) {
  BIO_clear_retry_flags(bio);
  const auto count = ::recv(socket_of(bio), out, static_cast<std::size_t>(size), 0);
  if (count < 0 && would_block()) BIO_set_retry_read(bio);
  if (count == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return static_cast<int>(count);
}

long control_socket(BIO* bio, int command, long, void*) {
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

std::unique_ptr<BIO_METHOD, Free> socket_method() {
  std::unique_ptr<BIO_METHOD, Free> method(
      BIO_meth_new(BIO_TYPE_SOURCE_SINK, "socket without SIGPIPE"));
  if (!method) throw std::bad_alloc();
  BIO_meth_set_write(method.get(), write_socket);
  BIO_meth_set_read(method.get(), read_socket);
  BIO_meth_set_ctrl(method.get(), control_socket);
  return method;
}

bool is_address(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  return ::inet_pton(AF_INET, host.c_str(), bytes) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

// Whom the certificate must name, and what is asked for in the open.
bool expect_host(SSL* stream, const std::string& host) {
  if (is_address(host)) {
    return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(stream), host.c_str()) == 1;
  }
  SSL_set_hostflags(stream, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set1_host(stream, host.c_str()) == 1 &&
         SSL_set_tlsext_host_name(stream, host.c_str()) == 1;
}

}  // namespace

class TlsStream::Impl {
 public:
  Impl(SSL_CTX* context, const BIO_METHOD* method, int socket, const std::string& host)
      : ssl_(SSL_new(context)) {
    BIO* bio = ssl_ ? BIO_new(method) : nullptr;
    if (bio == nullptr) throw std::bad_alloc();
    BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(socket)));
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl_.get(), bio, bio);
    SSL_set_connect_state(ssl_.get());
    if (!expect_host(ssl_.get(), host)) throw std::bad_alloc();
  }

  template <class Call>
  Step step(Call call) {
    ERR_clear_error();
    const int count = call(ssl_.get());
    if (count > 0) return {Step::Outcome::done, static_cast<std::size_t>(count)};
    switch (SSL_get_error(ssl_.get(), count)) {
      case SSL_ERROR_WANT_READ:
        return {Step::Outcome::want_read};
      case SSL_ERROR_WANT_WRITE:
        return {Step::Outcome::want_write};
      case SSL_ERROR_ZERO_RETURN:
        return {Step::Outcome::ended};
      default:
        describe();
        return {Step::Outcome::failed};
    }
  }

  [[nodiscard]] SSL* get() const { return ssl_.get(); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void describe() {
    const int system_error = errno;
    fault_ = take_openssl_error();
    if (const long verdict = SSL_get_verify_result(ssl_.get()); verdict != X509_V_OK) {
      fault_ = "its certificate is not trusted: ";
      fault_ += X509_verify_cert_error_string(verdict);
    } else if (fault_.empty()) {
      fault_ = system_error != 0 ? std::strerror(system_error) : "the connection broke";
    }
  }

  std::unique_ptr<SSL, Free> ssl_;
  std::string fault_;
};

TlsStream::TlsStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsStream::~TlsStream() = default;

Step TlsStream::handshake() {
  return impl_->step([](SSL* ssl) { return SSL_do_handshake(ssl); });
}
Step TlsStream::read(char* out, std::size_t size) {
  return impl_->step([&](SSL* ssl) { return SSL_read(ssl, out, static_cast<int>(size)); });
}
Step TlsStream::write(std::string_view bytes) {
  constexpr std::size_t kAtOnce = 1u << 20;
  const auto piece = bytes.substr(0, kAtOnce);
  return impl_->step(
      [&](SSL* ssl) { return SSL_write(ssl, piece.data(), static_cast<int>(piece.size())); });
}
bool TlsStream::has_pending() const {
  return SSL_has_pending(impl_->get()) == 1;
}
std::string TlsStream::fault() const {
  return impl_->fault();
}

class TlsContext::Impl {
 public:
  Impl() : context_(SSL_CTX_new(TLS_client_method())), method_(socket_method()) {
    if (!context_) throw std::bad_alloc();
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE |
                                         SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                         SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_clear_mode(context_.get(), SSL_MODE_AUTO_RETRY);
  }
  [[nodiscard]] SSL_CTX* get() const { return context_.get(); }
  [[nodiscard]] const BIO_METHOD* method() const { return method_.get(); }

 private:
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<BIO_METHOD, Free> method_;
};

TlsContext::TlsContext(std::filesystem::path ca_file) : ca_file_(std::move(ca_file)) {}
TlsContext::~TlsContext() = default;

Result<void> TlsContext::load() {
  const std::lock_guard lock(mutex_);
  if (impl_) return {};
  auto impl = std::make_unique<Impl>();
  ERR_clear_error();
  const int loaded = ca_file_.empty() ? SSL_CTX_set_default_verify_paths(impl->get())
                                      : SSL_CTX_load_verify_file(impl->get(), ca_file_.c_str());
  if (loaded != 1) {
    const auto name = ca_file_.empty() ? "of the system" : ca_file_.string();
    return unavailable("cannot read the certificate authorities " + name + ": " +
                       take_openssl_error());
  }
  ERR_clear_error();
  impl_ = std::move(impl);
  return {};
}

Result<std::unique_ptr<TlsStream>> TlsContext::open(int socket, const std::string& host) {
  if (auto loaded = load(); !loaded) return loaded.error();
  return std::unique_ptr<TlsStream>(new TlsStream(
      std::make_unique<TlsStream::Impl>(impl_->get(), impl_->method(), socket, host)));
}

}  // namespace keywright::http
