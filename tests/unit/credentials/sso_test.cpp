#include "credentials/sso.hpp"

#include "credentials/answers.hpp"
#include "credentials/sources.hpp"
#include "fake_world.hpp"

namespace keywright::credentials {
namespace {

class SsoTest : public testing::Test {
 protected:
  SsoTest() {
    fake.config(
        "[default]\nsso_session = corp\nsso_account_id = 123456789012\nsso_role_name = Dev Ops\n"
        "[sso-session corp]\nsso_region = eu-west-1\nsso_start_url = https://corp/start\n");
    fake.service = [this](const http::Request& request) -> Result<http::Response> {
      if (request.method == "POST") return oidc(request);
      EXPECT_EQ(to_string(request.url),
                "https://portal.sso.eu-west-1.amazonaws.com/federation/credentials?"
                "role_name=Dev%20Ops&account_id=123456789012");
      return answer(200, R"({"roleCredentials":{"accessKeyId":"A","secretAccessKey":"S",)"
                         R"("sessionToken":")" +
                             header_of(request, "x-amz-sso_bearer_token") +
                             R"(","expiration":1738314000000}})");
    };
  }
  std::string ask() { return told(fake.ask(profile_credentials)); }

  /// What `aws sso login` leaves; `more` begins with a comma.
  void log_in(const std::string& token, const std::string& expires, const std::string& more = "") {
    fake.files[kCache] =
        R"({"accessToken":")" + token + R"(","expiresAt":")" + expires + "\"" + more + "}";
  }

  FakeWorld fake;
  Result<http::Response> refreshed = answer(500, "");
  /// SHA-1 of "corp", by sha1sum.
  const std::string kCache =
      "/home/me/.aws/sso/cache/ee0bfd2552fbd840c02cc48b6e823320543c450f.json";
  const std::string kRefresh = R"(,"refreshToken":"R","clientId":"I","clientSecret":"S",)"
                               R"("registrationExpiresAt":"2025-03-01T00:00:00Z")";

 private:
  Result<http::Response> oidc(const http::Request& request) {
    EXPECT_EQ(to_string(request.url), "https://oidc.eu-west-1.amazonaws.com/token");
    EXPECT_EQ(request.body, R"({"clientId":"I","clientSecret":"S","grantType":"refresh_token",)"
                            R"("refreshToken":"R"})");
    return refreshed;
  }
};

TEST_F(SsoTest, ExchangesTheCachedTokenForTheRole) {
  log_in("token", "2025-01-31T09:00:00Z");
  const auto found = fake.ask(profile_credentials);
  EXPECT_EQ(told(found), "A/S/token");
  EXPECT_EQ(*std::get<Credentials>(*found).expiration,
            TimePoint(std::chrono::milliseconds(1738314000000)));
}

TEST_F(SsoTest, AsksForALoginWhereThereIsNone) {
  const std::string again = ": run: aws sso login --profile default";
  const std::string login = "error: the IAM Identity Center login of the profile \"default\" ";
  EXPECT_EQ(ask(), login + "was never made" + again);
  log_in("token", "2025-01-31T07:00:00Z");
  EXPECT_EQ(ask(), login + "expired at 2025-01-31T07:00:00Z" + again);
  fake.files[kCache] = "{";
  EXPECT_EQ(ask(), login + "cannot be read from ~" + kCache.substr(8) + again);
}

TEST_F(SsoTest, RefreshesATokenShortlyBeforeItsEndAndPutsItIntoTheCache) {
  log_in("old", "2025-01-31T08:04:00Z", kRefresh);
  refreshed = answer(200, R"({"accessToken":"new","expiresIn":3600,"refreshToken":"R2"})");
  EXPECT_EQ(ask(), "A/S/new");
  const auto cached = read_json(fake.files[kCache]);
  ASSERT_TRUE(cached);
  EXPECT_EQ(member(*cached, "accessToken"), "new");
  EXPECT_EQ(member(*cached, "expiresAt"), "2025-01-31T09:00:00Z");
  EXPECT_EQ(member(*cached, "refreshToken"), "R2");
  EXPECT_EQ(member(*cached, "clientSecret"), "S");
}

TEST_F(SsoTest, GoesOnWithAValidTokenThatIsNotRefreshed) {
  log_in("old", "2025-01-31T08:04:00Z", kRefresh);
  EXPECT_EQ(ask(), "A/S/old");
  log_in("old", "2025-01-31T07:00:00Z", kRefresh);
  EXPECT_EQ(ask(), "error: SSO OIDC in eu-west-1, asked to refresh the login, answered 500");
  refreshed = answer(400, R"({"error":"invalid_grant"})");
  EXPECT_EQ(ask(),
            "error: the IAM Identity Center login of the profile \"default\" has expired and was "
            "not refreshed (SSO OIDC in eu-west-1, asked to refresh the login, answered 400: "
            "invalid_grant): run: aws sso login --profile default");
}

TEST_F(SsoTest, SaysHowToLogInAgainWhenTheTokenIsRefused) {
  log_in("token", "2025-01-31T09:00:00Z");
  fake.service = [](const http::Request&) -> Result<http::Response> {
    return answer(401, R"({"message":"Session token not found or invalid"})");
  };
  EXPECT_EQ(ask(),
            "error: IAM Identity Center in eu-west-1, asked for the role \"Dev Ops\" of the "
            "account 123456789012 answered 401: Session token not found or invalid. To log in "
            "again, run: aws sso login --profile default");
}

TEST_F(SsoTest, NamesWhatTheProfileLacks) {
  fake.config("[default]\nsso_account_id = 1\n");
  EXPECT_EQ(ask(),
            "error: the profile \"default\" lacks sso_role_name, which credentials by IAM Identity "
            "Center need");
  fake.config("[default]\nsso_account_id = 1\nsso_role_name = r\nsso_session = corp\n");
  EXPECT_EQ(ask(),
            "error: the profile \"default\" names the sso-session \"corp\", but there is no "
            "[sso-session corp] in ~/.aws/config and ~/.aws/credentials");
  fake.config(
      "[default]\nsso_account_id = 1\nsso_role_name = r\nsso_session = corp\nsso_region = a\n"
      "[sso-session corp]\nsso_region = b\nsso_start_url = c\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:5: sso_region differs from that of [sso-session corp]: remove "
            "one of both");
}

}  // namespace
}  // namespace keywright::credentials
