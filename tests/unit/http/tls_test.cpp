// The client against a server with TLS.

#include "../server/running_server.hpp"
#include "certificate.hpp"
#include "http/client.hpp"
#include "scripted_server.hpp"

#include <chrono>

#include <gmock/gmock.h>

namespace keywright::http {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Tls {
 public:
  explicit Tls(const Certificate& certificate) : server_(options_of(certificate)) {}

  Result<Response> get(const std::string& host, Client& client) {
    Request request;
    request.url = {true, host, server_.server().port(), "/"};
    return client.send(request, {});
  }

 private:
  static ServerOptions options_of(const Certificate& certificate) {
    ServerOptions options;
    options.tls_certificate = certificate.path();
    options.tls_key = certificate.key_path();
    return options;
  }
  server::RunningServer server_;
};

TEST(TlsClient, TalksToAServerWhoseCertificateItTrusts) {
  const Certificate certificate("DNS:localhost,IP:127.0.0.1");
  Tls server(certificate);
  Client client({.ca_file = certificate.path()});
  for (int i = 0; i < 3; ++i) {
    const auto response = server.get("127.0.0.1", client);
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_THAT(response->body, StartsWith("healthy: "));
    EXPECT_EQ(client.idle_connections(), 1u);
  }
  const auto by_name = server.get("localhost", client);
  ASSERT_TRUE(by_name) << by_name.error().message;
}

TEST(TlsClient, RefusesACertificateThatNobodyTrusts) {
  const Certificate certificate("IP:127.0.0.1");
  Tls server(certificate);
  Client client;
  const auto response = server.get("127.0.0.1", client);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::unavailable);
  EXPECT_TRUE(response.error().retryable);  // not a byte of the request was sent
  EXPECT_THAT(response.error().message, HasSubstr("its certificate is not trusted: self-signed"));
}

TEST(TlsClient, RefusesTheCertificateOfAnotherHost) {
  const Certificate certificate("DNS:elsewhere.example,IP:127.0.0.2");
  Tls server(certificate);
  Client client({.ca_file = certificate.path()});
  EXPECT_THAT(server.get("localhost", client).error().message,
              HasSubstr("its certificate is not trusted: hostname mismatch"));
  EXPECT_THAT(server.get("127.0.0.1", client).error().message,
              HasSubstr("its certificate is not trusted: IP address mismatch"));
}

TEST(TlsClient, RefusesACertificateThatHasExpired) {
  const Certificate certificate("IP:127.0.0.1", -60);
  Tls server(certificate);
  Client client({.ca_file = certificate.path()});
  EXPECT_THAT(server.get("127.0.0.1", client).error().message,
              HasSubstr("its certificate is not trusted: certificate has expired"));
}

TEST(TlsClient, SaysWhichAuthoritiesItCannotRead) {
  const Certificate certificate("IP:127.0.0.1");
  Tls server(certificate);
  Client client({.ca_file = "/nowhere/ca.pem"});
  EXPECT_THAT(server.get("127.0.0.1", client).error().message,
              HasSubstr("cannot read the certificate authorities /nowhere/ca.pem"));
}

TEST(TlsClient, SaysSoWhereTheServerDoesNotSpeakTls) {
  ScriptedServer server({[](Peer& peer) { peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"); }});
  Request request;
  request.url = {true, "127.0.0.1", server.port(), "/"};
  Client client;
  const auto response = client.send(request, {});
  ASSERT_FALSE(response);
  EXPECT_THAT(response.error().message, HasSubstr("TLS: "));
}

TEST(TlsClient, AgreesOnTlsNoLongerThanTheCallMay) {
  ScriptedServer server({say_nothing});
  Request request;
  request.url = {true, "127.0.0.1", server.port(), "/"};
  Client client;
  CallControl control;
  control.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const auto response = client.send(request, control);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
  EXPECT_FALSE(response.error().retryable) << "its time is over";
  EXPECT_THAT(response.error().message, HasSubstr("agreeing on TLS"));
}

}  // namespace
}  // namespace keywright::http
