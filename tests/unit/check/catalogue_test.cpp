#include "check/rule.hpp"
#include "mutants.hpp"

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <gmock/gmock.h>

namespace keywright::check {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Catalogue, EachRuleHasAPage) {
  std::set<std::string_view> ids;
  for (const auto& family : rule_families()) {
    EXPECT_FALSE(family.rules.empty()) << family.title;
    for (const auto& rule : family.rules) {
      EXPECT_TRUE(ids.insert(rule.id).second) << rule.id << " twice";
      EXPECT_TRUE(std::regex_match(std::string(rule.id), std::regex("[A-Z]{2,4}[0-9]{3}")));
      EXPECT_THAT(std::string(rule.title), Not(::testing::EndsWith("."))) << rule.id;
      EXPECT_NE(rule.why, "") << rule.id;
      EXPECT_NE(rule.bad, "") << rule.id;
      EXPECT_NE(rule.good, "") << rule.id;
      EXPECT_NE(rule.bad, rule.good) << rule.id;
      EXPECT_EQ(find_rule(rule.id), &rule);
      const auto page = explain(rule);
      EXPECT_THAT(page, HasSubstr(std::string(rule.title)));
      EXPECT_THAT(page, HasSubstr(std::string(rule.good)));
    }
  }
  EXPECT_EQ(find_rule("KEY999"), nullptr);
  EXPECT_EQ(find_rule(""), nullptr);
}

TEST(Catalogue, SeverityFollowsTheProfile) {
  const Rule by_profile{"X001", Level::by_profile, "", "", "", ""};
  EXPECT_EQ(severity_of(by_profile, model::Profile::production), model::Severity::error);
  EXPECT_EQ(severity_of(by_profile, model::Profile::development), model::Severity::warning);
  EXPECT_EQ(severity_of(*find_rule("KEY001"), model::Profile::development), model::Severity::error);
  EXPECT_EQ(severity_of(*find_rule("IDX005"), model::Profile::production),
            model::Severity::warning);
}

// docs/rules.md is the catalogue. KEYWRIGHT_UPDATE_DOCS=1 writes it anew.
TEST(Catalogue, IsTheDocumentation) {
  if (std::getenv("KEYWRIGHT_UPDATE_DOCS") != nullptr) {
    std::ofstream(KEYWRIGHT_RULES_PAGE, std::ios::binary) << catalogue();
  }
  EXPECT_TRUE(testing::read_file(KEYWRIGHT_RULES_PAGE) == catalogue())
      << "run unit_check with KEYWRIGHT_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace keywright::check
