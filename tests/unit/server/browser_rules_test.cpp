#include "server/browser_rules.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::server {
namespace {

using testing::HasSubstr;

struct Asked {
  std::vector<wire::HeaderView> headers;
  [[nodiscard]] HttpRequest request() const {
    HttpRequest out;
    out.view.headers = headers;
    return out;
  }
};

bool is_allowed(const BrowserRules& rules, const Asked& asked) {
  return rules.check(asked.request()).has_value();
}
bool is_allowed_below_keywright(const BrowserRules& rules, const Asked& asked) {
  return rules.check_own_page(asked.request()).has_value();
}

TEST(BrowserRules, AnswerToLoopbackNamesAlone) {
  const BrowserRules rules(loopback_hosts(), {});
  for (const auto* host : {"localhost", "localhost:8000", "LocalHost:1", "127.0.0.1:8000",
                           "[::1]:8000", "[::1]", "localhost.:8000"}) {
    EXPECT_TRUE(is_allowed(rules, {{{"Host", host}}})) << host;
  }
  for (const auto* host :
       {"", "evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example",
        "127.0.0.2", "::1", "localhost:8000@evil", "evil/localhost"}) {
    EXPECT_FALSE(is_allowed(rules, {{{"Host", host}}})) << host;
  }
  EXPECT_FALSE(is_allowed(rules, {}));
  const auto refused = rules.check(Asked{{{"Host", "db.test:8000"}}}.request());
  EXPECT_EQ(refused.error().exception, "AccessDeniedException");
  EXPECT_THAT(refused.error().message, HasSubstr("--allow-host db.test"));
  for (const auto& nameless : {Asked{}, Asked{{{"Host", ""}}}}) {
    EXPECT_EQ(rules.check(nameless.request()).error().message,
              "The request names no host. Send one that this server answers to, as in "
              "`Host: localhost`");
  }
}

TEST(BrowserRules, AnswerToAnyNameIfToldSo) {
  EXPECT_TRUE(is_allowed(BrowserRules({}, {}), {{{"Host", "anything.example"}}}));
  auto hosts = loopback_hosts();
  hosts.push_back("db.test");
  EXPECT_TRUE(is_allowed(BrowserRules(hosts, {}), {{{"Host", "db.test:8000"}}}));
}

TEST(BrowserRules, KeepOutPagesOfOtherSites) {
  const BrowserRules rules(loopback_hosts(), {});
  const wire::HeaderView host{"Host", "localhost:8000"};
  EXPECT_TRUE(is_allowed(rules, {{host}}));
  EXPECT_TRUE(is_allowed(rules, {{host, {"Origin", "http://localhost:8000"}}}));
  for (const auto* origin : {"http://evil.example", "null", "http://localhost:3000",
                             "http://evil.localhost:8000", "file://", "ftp://localhost:8000"}) {
    EXPECT_FALSE(is_allowed(rules, {{host, {"Origin", origin}}})) << origin;
  }
  EXPECT_FALSE(is_allowed(rules, {{host, {"Sec-Fetch-Site", "cross-site"}}}));
  // Where any Host is answered to, a page can be of any name.
  EXPECT_FALSE(is_allowed(BrowserRules({}, {}),
                          {{{"Host", "evil.example"}, {"Origin", "http://evil.example"}}}));
}

TEST(BrowserRules, LetInTheOriginsThatAreAllowed) {
  const wire::HeaderView host{"Host", "localhost:8000"};
  const Asked allowed{{host, {"Origin", "http://localhost:3000"}}};
  const Asked other{{host, {"Origin", "http://localhost:3001"}}};
  const BrowserRules one(loopback_hosts(), {"http://localhost:3000"});
  EXPECT_TRUE(is_allowed(one, allowed));
  EXPECT_FALSE(is_allowed(one, other));
  EXPECT_THAT(one.answer_headers(allowed.request()),
              HasSubstr("Access-Control-Allow-Origin: http://localhost:3000\r\nVary: Origin\r\n"));
  EXPECT_EQ(one.answer_headers(other.request()), "");

  const BrowserRules all(loopback_hosts(), {"*"});
  EXPECT_TRUE(is_allowed(all, other));
  EXPECT_THAT(all.answer_headers(other.request()), HasSubstr("Access-Control-Allow-Origin: *\r\n"));
  EXPECT_EQ(all.answer_headers(Asked{{host}}.request()), "");
}

TEST(BrowserRules, NeverLetOtherPagesReset) {
  const BrowserRules all(loopback_hosts(), {"*"});
  const wire::HeaderView host{"Host", "localhost:8000"};
  EXPECT_TRUE(is_allowed_below_keywright(all, {{host}}));
  EXPECT_TRUE(is_allowed_below_keywright(
      all, {{host, {"Origin", "http://localhost:8000"}, {"Sec-Fetch-Site", "same-origin"}}}));
  EXPECT_FALSE(is_allowed_below_keywright(all, {{host, {"Origin", "http://localhost:3000"}}}));
  EXPECT_FALSE(is_allowed_below_keywright(all, {{host, {"Sec-Fetch-Site", "same-site"}}}));
  EXPECT_FALSE(is_allowed_below_keywright(all, {{{"Host", "evil.example"}}}));
}

TEST(BrowserRules, AnswerPreflightsByEcho) {
  const BrowserRules all(loopback_hosts(), {"*"});
  const Asked preflight{{{"Host", "localhost"},
                         {"Origin", "http://a.example"},
                         {"Access-Control-Request-Method", "POST"},
                         {"Access-Control-Request-Headers", "authorization,x-amz-target"}}};
  const auto headers = all.preflight_headers(preflight.request());
  EXPECT_THAT(headers, HasSubstr("Access-Control-Allow-Methods: POST\r\n"));
  EXPECT_THAT(headers, HasSubstr("Access-Control-Allow-Headers: authorization,x-amz-target\r\n"));
  EXPECT_THAT(headers, HasSubstr("Access-Control-Max-Age: 172800\r\n"));
}

}  // namespace
}  // namespace keywright::server
