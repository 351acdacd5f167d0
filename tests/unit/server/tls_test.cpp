// The server over TLS, asked by OpenSSL's own client with a certificate made for the occasion.

#include "../http/certificate.hpp"
#include "running_server.hpp"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <openssl/ssl.h>

namespace keywright::server {
namespace {

using http::Certificate;
using http::FreeCertificate;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
};

ServerOptions options_with(const Certificate& certificate) {
  ServerOptions options;
  options.tls_certificate = certificate.path();
  options.tls_key = certificate.key_path();
  return options;
}

class TlsClient {
 public:
  TlsClient(Client client, const Certificate& trusted)
      : client_(std::move(client)), context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_load_verify_locations(context_.get(), trusted.path().c_str(), nullptr);
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_fd(ssl_.get(), client_.socket());
    is_connected_ = SSL_connect(ssl_.get()) == 1;
  }
  [[nodiscard]] bool is_connected() const { return is_connected_; }
  void send(const std::string& bytes) {
    SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
  }
  void end_sending() { SSL_shutdown(ssl_.get()); }
  std::string read_until(std::string_view text) {
    std::string out;
    char bytes[16 * 1024];
    while (out.find(text) == std::string::npos) {
      const int count = SSL_read(ssl_.get(), bytes, sizeof bytes);
      if (count <= 0) break;
      out.append(bytes, static_cast<std::size_t>(count));
    }
    return out;
  }
  /// Hangs up without saying so.
  void vanish() { client_.close(); }
  [[nodiscard]] bool is_ended_orderly() const {
    return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }

 private:
  Client client_;
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> ssl_;
  bool is_connected_ = false;
};

TEST(Tls, TellsWhoSpeaksPlainHttp) {
  const Certificate certificate;
  RunningServer running(options_with(certificate));
  auto plain = running.connect();
  plain.send(kHealth);
  const auto answer = plain.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 Bad Request"));
  EXPECT_THAT(answer, HasSubstr("This server speaks HTTPS, and the request is plain HTTP"));
  // And the reverse: the server of RunningServer's default speaks plain HTTP.
  RunningServer plain_server;
  auto hello = plain_server.connect();
  hello.send("\x16\x03\x01\x02");
  EXPECT_THAT(hello.read_all(), HasSubstr("--tls-cert and --tls-key"));
}

TEST(Tls, ServesRequestsLargeAndSmall) {
  const Certificate certificate;
  RunningServer running(options_with(certificate));
  EXPECT_THAT(running.server().url(), StartsWith("https://127.0.0.1:"));
  TlsClient client(running.connect(), certificate);
  ASSERT_TRUE(client.is_connected());
  for (int i = 0; i < 3; ++i) {
    client.send(std::string(kHealth));
    EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
  }
  client.send(request_of("ListTables", "{" + std::string(3'000'000, ' ') + "}"));
  EXPECT_THAT(client.read_until("TableNames"), StartsWith("HTTP/1.1 200 OK"));
  std::string requests;
  for (int i = 0; i < 1999; ++i) requests += kHealth;
  client.send(requests + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.read_until("Connection: close\r\n"), HasSubstr("200 OK"));
  client.read_until("nothing more");
  EXPECT_TRUE(client.is_ended_orderly());
}

TEST(Tls, OutlivesClientsThatDoNotSpeakIt) {
  const Certificate certificate;
  RunningServer running(options_with(certificate));
  auto plain = running.connect();
  plain.send(kHealth);
  plain.read_all();  // an alert
  auto silent = running.connect();
  auto vanishing = running.connect();
  vanishing.send("\x16\x03\x01");
  vanishing.abort();
  TlsClient client(running.connect(), certificate);
  client.send(std::string(kHealth));
  EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
}

// To say that nothing more comes is then what finds the connection broken.
TEST(Tls, OutlivesClientsThatVanishBeforeTheLastAnswer) {
  const Certificate certificate;
  RunningServer running(options_with(certificate));
  for (int i = 0; i < 20; ++i) {
    TlsClient client(running.connect(), certificate);
    client.send(std::string(kHealth));
    client.read_until(kHealthy);
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    client.vanish();
  }
  TlsClient client(running.connect(), certificate);
  client.send(std::string(kHealth));
  EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
}

TEST(Tls, FinishesWhatItAcceptedWhenStopped) {
  const Certificate certificate;
  RunningServer running(options_with(certificate));
  TlsClient client(running.connect(), certificate);
  client.send(std::string(kHealth) + "GET / HTTP/1.1\r\n");
  EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
  running.server().stop();
  while (running.connect().is_connected()) {  // until it has heard of it
  }
  client.send("Host: localhost\r\n\r\n");
  EXPECT_THAT(client.read_until(kHealthy), HasSubstr("Connection: close"));
  client.end_sending();
}

TEST(Tls, RefusesAKeyOfAnotherCertificate) {
  const Certificate certificate, other;
  auto options = options_with(certificate);
  options.port = 0;
  options.tls_key = other.key_path();
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto server = Server::listen(backend, options);
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().message,
            "the key " + other.key_path().string() + " does not belong to the certificate " +
                options.tls_certificate.string() + "; give the two that were made together");
}

TEST(Tls, RefusesAKeyOfAnotherKind) {
  const Certificate certificate;
  const std::unique_ptr<EVP_PKEY, FreeCertificate> key(EVP_RSA_gen(2048));
  {
    const std::unique_ptr<std::FILE, FreeCertificate> file(
        std::fopen(certificate.key_path().c_str(), "w"));
    PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  }
  auto options = options_with(certificate);
  options.port = 0;
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto server = Server::listen(backend, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error().message, HasSubstr(" does not belong to the certificate "));
}

TEST(Tls, RefusesAnEncryptedKeyRatherThanAskForItsPassword) {
  const Certificate certificate;
  const std::unique_ptr<EVP_PKEY, FreeCertificate> key(EVP_EC_gen("P-256"));
  {
    const std::unique_ptr<std::FILE, FreeCertificate> file(
        std::fopen(certificate.key_path().c_str(), "w"));
    PEM_write_PKCS8PrivateKey(file.get(), key.get(), EVP_aes_256_cbc(), "secret", 6, nullptr,
                              nullptr);
  }
  auto options = options_with(certificate);
  options.port = 0;
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto server = Server::listen(backend, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error().message,
              StartsWith("the key " + certificate.key_path().string() + " is encrypted; "));
}

}  // namespace
}  // namespace keywright::server
