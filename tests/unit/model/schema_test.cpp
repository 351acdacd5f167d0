// The schema for editors knows the language that the reader knows. tests/clients/schema_test.py
// runs a validator of others on it.

#include "model/schema.hpp"

#include "model/language.hpp"
#include "model_test_support.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::model {
namespace {

using Key = std::pair<std::string, std::string>;

TEST(Schema, SaysOfEveryKeyOfTheReaderWhatItIs) {
  std::set<Key> read;
  for (const LanguageMap& map : language().maps) {
    for (const LanguageKey& key : map.keys) read.emplace(map.name, key.name);
  }
  std::set<Key> told;
  for (const SchemaKey& row : schema_keys()) {
    EXPECT_TRUE(told.emplace(row.map, row.key).second) << row.map << "." << row.key << " twice";
    EXPECT_FALSE(row.meaning.empty()) << row.map << "." << row.key;
  }
  EXPECT_EQ(read, told);
}

// The reader's own words about a key that it does not have name those that it has.
TEST(Schema, HasTheKeysThatTheReaderNames) {
  const auto named = [](const std::string& text) {
    const ReadResult result = read("keywright: 1\nname: m\naccess_patterns: {}\n" + text);
    EXPECT_EQ(result.diagnostics.size(), 1U) << render_text(result.diagnostics, result.source);
    return result.diagnostics.empty() ? std::string() : result.diagnostics.front().help;
  };
  EXPECT_EQ(named("waive: [{zzzzzzzzz: 1, rule: A, reason: b}]\n"),
            "use one of rule, on and reason");
  for (const LanguageMap& map : language().maps) {
    if (map.name != "waiver") continue;
    EXPECT_EQ(map.keys.size(), 3U);
    EXPECT_TRUE(map.keys.front().required);
    EXPECT_FALSE(map.keys[1].required);
  }
}

TEST(Schema, RefersToNothingThatIsNotThere) {
  const std::string schema = json_schema();
  constexpr std::string_view reference = "\"#/$defs/";
  std::size_t count = 0;
  for (std::size_t at = 0; (at = schema.find(reference, at)) != std::string::npos; ++count) {
    at += reference.size();
    const std::string name = schema.substr(at, schema.find('"', at) - at);
    EXPECT_NE(schema.find("    \"" + name + "\": {"), std::string::npos) << name;
  }
  EXPECT_GT(count, 100U);
}

TEST(Schema, TellsWhichOperationsAKeyBelongsTo) {
  const Language all = language();
  const auto use = std::find_if(all.operation_uses.begin(), all.operation_uses.end(),
                                [](const LanguageUse& each) { return each.key == "page"; });
  ASSERT_NE(use, all.operation_uses.end());
  EXPECT_EQ(use->words, (std::vector<std::string_view>{"query", "scan"}));
  EXPECT_NE(json_schema().find(R"("page": {"properties": {"op": {"enum": ["query", "scan"]}}})"),
            std::string::npos);
}

TEST(Schema, IsTheSameEachTime) {
  EXPECT_EQ(json_schema(), json_schema());
}

}  // namespace
}  // namespace keywright::model
