// IDX001 counts the indexes of one table, each kind for itself.

#include "mutants.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace keywright::check::testing {
namespace {

std::string model_with(int local, int global) {
  std::string fields, entries, indexes;
  for (int i = 1; i <= local; ++i) {
    const auto n = std::to_string(i);
    fields += ", l" + n + ": ulid";
    entries += (entries.empty() ? "" : ", ") + ("local" + n + ": {sk: \"{l" + n + "}\"}");
    indexes +=
        (indexes.empty() ? "" : ", ") + ("local" + n + ": {local: true, sort: lsk" + n + "}");
  }
  for (int i = 1; i <= global; ++i) {
    const auto n = std::to_string(i);
    fields += ", g" + n + ": ulid";
    entries += (entries.empty() ? "" : ", ") + ("global" + n + ": {pk: \"{g" + n + "}\"}");
    indexes += (indexes.empty() ? "" : ", ") + ("global" + n + ": {partition: gpk" + n + "}");
  }
  return "keywright: 1\nname: many\naccess_patterns:\n"
         "  put_item: {op: put, entity: Item}\n"
         "entities:\n  Item:\n    count: 10\n"
         "    fields: {id: ulid" +
         fields +
         "}\n"
         "    key: {pk: \"{id}\", sk: ITEM}\n"
         "    indexes: {" +
         entries +
         "}\n"
         "table:\n  name: many\n  keys: {partition: pk, sort: sk}\n"
         "  indexes: {" +
         indexes + "}\n";
}

std::string places_of_excess(int local, int global) {
  const auto checked = check_text(model_with(local, global), "many.model.yaml");
  std::string places;
  for (const auto& finding : checked.findings) {
    EXPECT_FALSE(finding.rule.starts_with("MDL")) << checked.rendered;
    if (finding.rule == "IDX001") places += checked.text_at(finding.span) + " ";
  }
  return places;
}

TEST(NumberOfIndexes, IsWhatATableMayHave) {
  EXPECT_EQ(places_of_excess(5, 20), "");
  EXPECT_EQ(places_of_excess(6, 20), "local6 ");
  EXPECT_EQ(places_of_excess(5, 21), "global21 ");
  EXPECT_EQ(places_of_excess(8, 23), "local6 global21 ");
}

}  // namespace
}  // namespace keywright::check::testing
