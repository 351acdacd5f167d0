#include "check/sarif.hpp"

#include "mutants.hpp"

#include <gmock/gmock.h>

namespace keywright::check {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

model::FileReport broken(const std::string& file) {
  auto text = testing::model_text("research");
  text.replace(text.find("sk: REPORT}"), 11, "sk: METADATA}");
  return {file, testing::check_text(text, file).findings, ""};
}

TEST(Sarif, NamesRulePlaceAndRelatedPlaces) {
  const auto sarif = render_sarif({broken("models/a b.yaml")}, "1.2.3");
  EXPECT_THAT(sarif, HasSubstr("\"version\": \"2.1.0\""));
  EXPECT_THAT(sarif, HasSubstr("\"name\": \"keywright\", \"version\": \"1.2.3\""));
  EXPECT_THAT(sarif, HasSubstr("{\"ruleId\": \"KEY001\", \"ruleIndex\": 0, \"level\": \"error\""));
  EXPECT_THAT(sarif, HasSubstr("\"artifactLocation\": {\"uri\": \"models/a%20b.yaml\"}, "
                               "\"region\": {\"startLine\": "));
  EXPECT_THAT(sarif, HasSubstr("\"relatedLocations\": [{\"id\": 1, "));
  EXPECT_THAT(sarif, HasSubstr("\\u000ahelp: begin the sort key of Report"));
}

TEST(Sarif, IsOneRunOverAllFiles) {
  const auto sarif = render_sarif(
      {broken("/tmp/a.yaml"), {"b.yaml", {}, ""}, {"c.yaml", {}, "cannot open c.yaml"}}, "1");
  EXPECT_THAT(sarif, HasSubstr("\"uri\": \"file:///tmp/a.yaml\""));
  EXPECT_THAT(sarif, HasSubstr("\"executionSuccessful\": false"));
  EXPECT_THAT(sarif,
              HasSubstr("{\"level\": \"error\", \"message\": {\"text\": \"cannot open c.yaml\"}}"));
  EXPECT_EQ(sarif.find("\"tool\""), sarif.rfind("\"tool\""));
}

TEST(Sarif, OfNoFindingsIsValidToo) {
  const auto sarif = render_sarif({{"a.yaml", {}, ""}}, "1");
  EXPECT_THAT(sarif, HasSubstr("\"results\": []"));
  EXPECT_THAT(sarif, HasSubstr("\"executionSuccessful\": true"));
  EXPECT_THAT(sarif, Not(HasSubstr("ruleId")));
}

}  // namespace
}  // namespace keywright::check
