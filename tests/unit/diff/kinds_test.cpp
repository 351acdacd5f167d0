#include "diff/kinds.hpp"

#include "check/rule.hpp"
#include "mutants.hpp"

#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace keywright::diff {
namespace {

TEST(Kinds, HaveARowEachInTheirOrder) {
  std::set<std::string_view> ids;
  std::size_t position = 0;
  for (const auto& row : kinds()) {
    EXPECT_EQ(static_cast<std::size_t>(row.kind), position++) << row.id;
    EXPECT_TRUE(ids.insert(row.id).second) << row.id << " twice";
    EXPECT_TRUE(std::regex_match(std::string(row.id), std::regex("[a-z_]+"))) << row.id;
    EXPECT_NE(row.why, "") << row.id;
    EXPECT_EQ(&info(row.kind), &row);
  }
  EXPECT_EQ(position, static_cast<std::size_t>(Kind::model_settings_changed) + 1);
}

TEST(Kinds, NameRulesOfTheCatalogue) {
  std::set<std::string_view> used;
  for (const auto& row : kinds()) {
    if (row.rule.empty()) continue;
    EXPECT_NE(check::find_rule(row.rule), nullptr) << row.id;
    EXPECT_NE(row.mend, "") << row.id;
    used.insert(row.rule);
  }
  // EVO002 is about several changes.
  EXPECT_EQ(used, (std::set<std::string_view>{"EVO001", "EVO003", "EVO004", "EVO005", "EVO006"}));
}

TEST(Kinds, ThatNeedABackfillSayWhen) {
  for (const auto& row : kinds()) {
    if (row.impact != Impact::backfill) continue;
    EXPECT_NE(row.moment, Moment::none) << row.id;
    EXPECT_NE(row.mend, "") << row.id;
  }
}

TEST(Kinds, AreAllAmongTheChangesThatAreTested) {
  // What takes an old model with a stream, or with warm throughput: see changes_test.cpp.
  std::set<std::string> tested{"stream_disabled", "stream_view_changed", "warm_throughput_lowered"};
  for (const auto& mutant :
       check::testing::read_mutants(std::string(KEYWRIGHT_MODELS) + "/evolution/changes")) {
    std::istringstream ids(mutant.rule);
    for (std::string id; ids >> id;) tested.insert(id);
  }
  for (const auto& row : kinds()) {
    EXPECT_TRUE(tested.erase(std::string(row.id)) == 1) << row.id << " is not tested";
  }
  tested.erase("none");
  EXPECT_TRUE(tested.empty()) << *tested.begin() << " is no kind";
}

}  // namespace
}  // namespace keywright::diff
