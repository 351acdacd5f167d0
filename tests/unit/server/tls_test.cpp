// The server over TLS, asked by OpenSSL's own client with a certificate made for the occasion.

#include "running_server.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace keywright::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// A key and a certificate of its own signing, in a folder that goes away.
class Certificate {
 public:
  Certificate() {
    std::string name = (std::filesystem::temp_directory_path() / "keywright_tls_").string();
    name.append(6, 'X');  // what mkdtemp() replaces
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no folder for the certificate";
    folder_ = name;
    const std::unique_ptr<EVP_PKEY, Free> key(EVP_EC_gen("P-256"));
    const std::unique_ptr<X509, Free> certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    const std::unique_ptr<std::FILE, Free> certificate_file(std::fopen(file().c_str(), "w"));
    PEM_write_X509(certificate_file.get(), certificate.get());
    const std::unique_ptr<std::FILE, Free> key_file(std::fopen(key_path().c_str(), "w"));
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  }
  ~Certificate() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path file() const { return folder_ / "cert.pem"; }
  [[nodiscard]] std::filesystem::path key_path() const { return folder_ / "key.pem"; }
  [[nodiscard]] ServerOptions options() const {
    ServerOptions options;
    options.tls_certificate = file();
    options.tls_key = key_path();
    return options;
  }

 private:
  std::filesystem::path folder_;
};

class TlsClient {
 public:
  TlsClient(Client client, const Certificate& trusted)
      : client_(std::move(client)), context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_load_verify_locations(context_.get(), trusted.file().c_str(), nullptr);
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
  RunningServer running(certificate.options());
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
  RunningServer running(certificate.options());
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
  RunningServer running(certificate.options());
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
  RunningServer running(certificate.options());
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
  RunningServer running(certificate.options());
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
  auto options = certificate.options();
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
  const std::unique_ptr<EVP_PKEY, Free> key(EVP_RSA_gen(2048));
  {
    const std::unique_ptr<std::FILE, Free> file(std::fopen(certificate.key_path().c_str(), "w"));
    PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  }
  auto options = certificate.options();
  options.port = 0;
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto server = Server::listen(backend, options);
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error().message, HasSubstr(" does not belong to the certificate "));
}

TEST(Tls, RefusesAnEncryptedKeyRatherThanAskForItsPassword) {
  const Certificate certificate;
  const std::unique_ptr<EVP_PKEY, Free> key(EVP_EC_gen("P-256"));
  {
    const std::unique_ptr<std::FILE, Free> file(std::fopen(certificate.key_path().c_str(), "w"));
    PEM_write_PKCS8PrivateKey(file.get(), key.get(), EVP_aes_256_cbc(), "secret", 6, nullptr,
                              nullptr);
  }
  auto options = certificate.options();
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
