#include "plan/size.hpp"

#include "planning.hpp"

#include <gtest/gtest.h>

namespace keywright::plan::testing {
namespace {

const model::Entity& entity(const Planned& planned, std::string_view name) {
  return *planned.model.find_entity(name);
}

TEST(Sizes, CountNamesValuesKeysAndTheTag) {
  const auto planned = plan_file("research.model.yaml");
  const auto size = item_size(planned.model, entity(planned, "Finding"));
  const double names = 6 + 10 + 4;              // job_id, finding_id, body
  const double keys = 2 + 4 + 26 + 2 + 8 + 16;  // pk JOB#<ulid>, sk FINDING#<16>
  const double tag = 5 + 7;                     // _type Finding
  EXPECT_EQ(size.avg, names + 26 + 16 + 2300 + keys + tag);
  EXPECT_EQ(size.max, names + 26 + 16 + 60000 + keys + tag);
  EXPECT_EQ(size.min, names + 26 + 16 + 0 + keys + tag);
}

TEST(Sizes, AnOptionalFieldMayBeAbsentAndCountsHalf) {
  const auto planned = plan_file("research.model.yaml");
  const auto size = field_size(*entity(planned, "Job").find_field("error"));
  EXPECT_EQ(size.min, 0);
  EXPECT_EQ(size.avg, (5 + 1000) / 2.0);
  EXPECT_EQ(size.max, 2005);
}

TEST(Sizes, AnEntryHasTheKeysAndWhatIsProjected) {
  const auto planned = plan_patterns("  get: {op: get, entity: Job, by: [job_id]}\n");
  const auto size = entry_size(planned.model, entity(planned, "Job"), 0);
  const double table_keys = 2 + 30 + 2 + 8;
  const double index_keys = 6 + 7 + (6 + 7 + 4) / 3.0 + 6 + 24;
  const double included = 6 + (6 + 7 + 4) / 3.0 + 10 + 24;
  EXPECT_NEAR(size.avg, table_keys + index_keys + included, 1e-9);
}

TEST(Sizes, TheLongestKeyCountsEscapesAndCharactersOfFourBytes) {
  const auto planned = plan_text(R"(
keywright: 1
name: longest
access_patterns:
  one: {op: get, entity: A, by: [free, plain, blank]}
entities:
  A:
    fields:
      free:  {type: string, max: 10}
      plain: {type: string, charset: "[a-z]", max: 10}
      blank: {type: string, charset: "[a-z ]", max: 10}
    key: {pk: "{free}#{plain}", sk: "{blank}"}
table: {name: longest, keys: {partition: pk, sort: sk}}
)");
  const auto& key = *planned.plan.keys[0].table;
  EXPECT_EQ(longest_key(planned.model.entities[0], key.partition[0]), 10 * 4 + 1 + 10);
  EXPECT_EQ(longest_key(planned.model.entities[0], key.sort[0]), 10 * 3);
}

TEST(Padding, FollowsFromTheLimits) {
  const auto padding = [](std::int64_t min, std::int64_t max) {
    model::FieldType type;
    type.kind = model::TypeKind::integer;
    type.min = model::Located<std::int64_t>{min, {}, {}};
    type.max = model::Located<std::int64_t>{max, {}, {}};
    return padding_of(type).digits;
  };
  EXPECT_EQ(padding(0, 9), 1);
  EXPECT_EQ(padding(1, 999999), 6);
  EXPECT_EQ(padding(-5, 5), 2);  // 0 to 10
  EXPECT_EQ(padding(INT64_MIN, INT64_MAX), 20);
}

}  // namespace
}  // namespace keywright::plan::testing
