// What diff() asks for, refuses and notes, a row per change of a table.

#include "apply/table_diff.hpp"

#include "tables.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::apply {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kOne = "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}}";
const std::string kTwo =
    "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}, gsi2: {partition: gsi2pk}}";
const std::string kOtherKey = "indexes: {gsi1: {partition: gsi1pk, sort: other}}";
const std::string kOtherType =
    "indexes: {gsi1: {partition: gsi1pk, sort: {name: gsi1sk, type: N}}}";
const std::string kKeysOnly =
    "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk, projection: keys_only}}";
const std::string kIncluding =
    "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [a, b]}}}";
const std::string kIncludingInOtherOrder =
    "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [b, a]}}}";
const std::string kLocal = "indexes: {lsi1: {local: true, sort: lsi1sk}}";
const std::string kOtherLocal = "indexes: {lsi1: {local: true, sort: lsi2sk}}";
const std::string kProvisioned = "billing: {mode: provisioned, read: 5, write: 3}";
const std::string kMore = "billing: {mode: provisioned, read: 6, write: 3}";
const std::string kScaled =
    "billing: {mode: provisioned, read: 2, write: 2, autoscale: {max_read: 10, max_write: 10}}";

struct Row {
  std::string name;
  std::string before;  // settings of the table that is there
  std::string after;   // and of the model
  std::vector<std::string> steps;
  std::vector<std::string> refusals;  // a part of each
  std::vector<std::string> notes;     // likewise
  DiffOptions options{};
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.before << " -> " << row.after;
}

const std::vector<Row> kRows{
    {"Nothing", "", "", {}, {}, {}},
    {"SameIndexes", kTwo, kTwo, {}, {}, {}},
    {"EverythingTheSame",
     kOne + ", ttl: exp, stream: new_image, deletion_protection: true",
     kOne + ", ttl: exp, stream: new_image, deletion_protection: true",
     {},
     {},
     {}},
    {"NewIndex", kOne, kTwo, {"create index gsi2"}, {}, {}},
    {"NewIndexes", "", kTwo, {"create index gsi1", "create index gsi2"}, {}, {}},
    {"IndexThatTheModelLacks", kTwo, kOne, {}, {}, {"index gsi2 (gsi2pk (S), all attributes)"}},
    {"IndexToDelete", kTwo, kOne, {"delete index gsi2"}, {}, {}, {.delete_indexes = true}},
    {"IndexWithOtherKey", kOne, kOtherKey, {}, {"gsi1pk (S), other (S)"}, {}},
    {"IndexWithOtherType", kOne, kOtherType, {}, {"gsi1pk (S), gsi1sk (N)"}, {}},
    {"IndexWithOtherProjection", kOne, kKeysOnly, {}, {"keys only in the model"}, {}},
    {"IndexWithAttributesInOtherOrder", kIncluding, kIncludingInOtherOrder, {}, {}, {}},
    {"IndexToReplace",
     kOne,
     kOtherKey,
     {"delete index gsi1", "create index gsi1"},
     {},
     {},
     {.replace_indexes = true}},
    {"IndexToReplaceForItsType",
     kOne,
     kOtherType,
     {"delete index gsi1", "create index gsi1"},
     {},
     {},
     {.replace_indexes = true}},
    {"NewLocalIndex",
     "",
     kLocal,
     {},
     {"local index lsi1 (pk (S), lsi1sk (S), all attributes)"},
     {}},
    {"OtherLocalIndex",
     kLocal,
     kOtherLocal,
     {},
     {"pk (S), lsi2sk (S), all attributes in the model"},
     {},
     {.delete_indexes = true, .replace_indexes = true}},
    {"LocalIndexThatTheModelLacks",
     kLocal,
     "",
     {},
     {},
     {"local indexes cannot be deleted"},
     {.delete_indexes = true}},
    {"AttributeOfOtherTypeElsewhere",
     "indexes: {gsi1: {partition: x}}",
     "indexes: {gsi2: {partition: {name: x, type: N}}}",
     {},
     {"x (N), which is x (S) in index gsi1"},
     {"gsi1"}},
    {"AttributeOfOtherTypeInDeletedIndex",
     "indexes: {gsi1: {partition: x}}",
     "indexes: {gsi2: {partition: {name: x, type: N}}}",
     {"delete index gsi1", "create index gsi2"},
     {},
     {},
     {.delete_indexes = true}},

    {"ToOnDemand", kProvisioned, "billing: on_demand", {"change billing"}, {}, {}},
    {"ToProvisioned", kOne, kOne + ", " + kProvisioned, {"change billing"}, {}, {}},
    {"BillingThatNobodySpokeOf", kProvisioned, "", {}, {}, {"billed provisioned"}},
    {"MoreCapacity", kOne + ", " + kProvisioned, kOne + ", " + kMore, {"change capacity"}, {}, {}},
    {"CapacityThatIsScaled", kProvisioned, kScaled, {}, {}, {"autoscale"}},
    {"CapacityBelowTheFloor",
     "billing: {mode: provisioned, read: 1, write: 3}",
     kScaled,
     {"change capacity"},
     {},
     {"autoscale"}},
    {"OnDemandMaximum",
     "",
     "billing: {mode: on_demand, max_read: 100}",
     {"set on-demand maximum"},
     {},
     {}},
    {"OnDemandMaximumOfNobody",
     "billing: {mode: on_demand, max_read: 100}",
     "billing: on_demand",
     {},
     {},
     {"on-demand maximum"}},
    {"ToProvisionedBetweenDeletionAndCreation",
     kTwo,
     "indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}, gsi3: {partition: gsi3pk}}, " +
         kProvisioned,
     {"delete index gsi2", "change billing", "create index gsi3"},
     {},
     {},
     {.delete_indexes = true}},

    {"Class", "", "class: infrequent_access", {"change table class"}, {}, {}},
    {"ClassBack", "class: infrequent_access", "class: standard", {"change table class"}, {}, {}},
    {"ClassThatNobodySpokeOf", "class: infrequent_access", "", {}, {}, {"class"}},
    {"Encryption", "", "encryption: aws_managed", {"encrypt"}, {}, {}},
    {"EncryptionOff", "encryption: aws_managed", "encryption: aws_owned", {"encrypt"}, {}, {}},
    {"EncryptionThatNobodySpokeOf", "encryption: aws_managed", "", {}, {}, {"KMS"}},
    {"EncryptionWithAKeyOfTheUser",
     "",
     "encryption: customer_managed",
     {},
     {},
     {"customer_managed"}},
    {"Stream", "", "stream: keys_only", {"enable stream"}, {}, {}},
    {"OtherStream",
     "stream: keys_only",
     "stream: new_image",
     {},
     {"the model wants NEW_IMAGE"},
     {}},
    {"StreamOfNobody", "stream: keys_only", "", {}, {}, {"stream"}},
    {"TimeToLive", "", "ttl: exp", {"enable time to live"}, {}, {}},
    {"OtherTimeToLive", "ttl: old", "ttl: exp", {"disable time to live"}, {}, {}},
    {"TimeToLiveOfNobody", "ttl: exp", "", {}, {}, {"items expire by exp"}},
    {"Warmer", "", "warm_throughput: {read: 20000, write: 8000}", {"warm up"}, {}, {}},
    {"NotColder",
     "warm_throughput: {read: 20000, write: 8000}",
     "warm_throughput: {read: 15000, write: 8000}",
     {},
     {},
     {}},
    {"Protection", "", "deletion_protection: true", {"protect from deletion"}, {}, {}},
    {"ProtectionOff",
     "deletion_protection: true",
     "deletion_protection: false",
     {"permit deletion"},
     {},
     {}},
    {"ProtectionThatNobodySpokeOf", "deletion_protection: true", "", {}, {}, {"protected"}},
    {"PointInTimeRecovery",
     "",
     "point_in_time_recovery: {days: 7}",
     {},
     {},
     {"RecoveryPeriodInDays=7"}},
};

std::string settings(const std::string& text) {
  return text.empty() ? "" : ", " + text;
}

std::vector<std::string> names_of(const TableDiff& diff) {
  std::vector<std::string> names;
  for (const auto& step : diff.steps) names.push_back(step.what);
  return names;
}

class Diff : public testing::TestWithParam<Row> {};

TEST_P(Diff, AsksForWhatTheModelHasRefusesWhatLosesDataAndNotesTheRest) {
  const auto& row = GetParam();
  const auto found =
      diff(made(table_with(settings(row.before))), table_with(settings(row.after)), row.options);
  EXPECT_EQ(found.table, "app");
  EXPECT_EQ(names_of(found), row.steps);
  ASSERT_THAT(found.refusals, SizeIs(row.refusals.size()));
  for (std::size_t i = 0; i < row.refusals.size(); ++i) {
    EXPECT_THAT(found.refusals[i].what, HasSubstr(row.refusals[i]));
    EXPECT_NE(found.refusals[i].mend, "");
  }
  ASSERT_THAT(found.notes, SizeIs(row.notes.size()));
  for (std::size_t i = 0; i < row.notes.size(); ++i) {
    EXPECT_THAT(found.notes[i], HasSubstr(row.notes[i]));
  }
  for (const auto& step : found.steps) EXPECT_NE(step.why, "") << step.what;
}

// Every step does what it says: an engine takes it, and the diff is then without it. Most rows have
// one step; of the last one is left what comes later by nature.
TEST_P(Diff, IsEmptyOnceItsStepsAreMade) {
  const auto& row = GetParam();
  if (!row.refusals.empty()) return;
  ManualClock clock{TimePoint(std::chrono::hours(500'000))};
  const auto engine = Engine::in_memory({.clock = clock, .seed = 1});
  const auto wanted = table_with(settings(row.after));
  const auto state = made(table_with(settings(row.before)), *engine);
  clock.advance(std::chrono::hours(2));
  ApplyOptions options;
  options.diff = row.options;
  options.pause = [](std::chrono::milliseconds) { return true; };
  const auto applied = apply(*engine, wanted, diff(state, wanted, row.options), options);
  EXPECT_TRUE(applied.is_complete()) << applied.error.value_or(Error{}).message;
  const auto again = diff(read_state(*engine, "app").value(), wanted, row.options);
  if (row.name == "OtherTimeToLive") {
    EXPECT_THAT(names_of(again), ElementsAre("enable time to live"));
  } else {
    EXPECT_THAT(names_of(again), IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Diff, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(DiffOfATable, ThatIsNotThereIsItsCreation) {
  const auto wanted = table_with(", " + kOne + ", ttl: exp");
  const auto found = diff({}, wanted);
  ASSERT_THAT(names_of(found), ElementsAre("create table app", "enable time to live"));
  EXPECT_EQ(found.steps[0].detail,
            "pk (S), sk (S); index gsi1: gsi1pk (S), gsi1sk (S), all attributes; on demand");
  EXPECT_EQ(std::get<CreateTableRequest>(found.steps[0].request).global_secondary_indexes.size(),
            1U);
  EXPECT_EQ(std::get<UpdateTimeToLiveRequest>(found.steps[1].request).attribute_name, "exp");
}

TEST(DiffOfATable, OfAnotherKeyIsRefusedWhateverElseDiffers) {
  for (const auto* keys :
       {"name: app, keys: {partition: id, sort: sk}", "name: app, keys: {partition: pk}",
        "name: app, keys: {partition: {name: pk, type: B}, sort: sk}"}) {
    const auto found = diff(made(table_with("")), table_with(", " + kTwo, keys),
                            {.delete_indexes = true, .replace_indexes = true});
    EXPECT_THAT(found.steps, IsEmpty()) << keys;
    ASSERT_THAT(found.refusals, SizeIs(1)) << keys;
    EXPECT_THAT(found.refusals[0].what, HasSubstr("the key of table app is pk (S), sk (S)"));
    EXPECT_THAT(found.refusals[0].mend, HasSubstr("--table NAME"));
  }
}

TEST(DiffOfATable, ThatIsBeingDeletedIsRefused) {
  ManualClock clock{TimePoint(std::chrono::hours(500'000))};
  const auto engine =
      Engine::in_memory({.clock = clock, .control_plane_delay = std::chrono::seconds(10)});
  const auto wanted = table_with("");
  ASSERT_TRUE(create_tables(*engine, {wanted}));
  clock.advance(std::chrono::seconds(10));
  ASSERT_TRUE(engine->delete_table({.table_name = "app"}));
  const auto found = diff(read_state(*engine, "app").value(), wanted);
  EXPECT_THAT(found.steps, IsEmpty());
  ASSERT_THAT(found.refusals, SizeIs(1));
  EXPECT_EQ(found.refusals[0].what, "table app is being deleted");
}

TEST(DiffOfATable, SaysWhatABackfillCosts) {
  auto state = made(table_with(""));
  state.table->item_count = 1'200'000;
  state.table->table_size_bytes = 1'200'000LL * 2500;
  const auto found = diff(state, table_with(", " + kOne));
  ASSERT_THAT(found.steps, SizeIs(1));
  EXPECT_EQ(found.steps[0].cost,
            "backfills up to 1,200,000 items of 2.4 KB on average (at most 3,600,000 write "
            "units): minutes to hours, while the table is read and written as before");
}

// The model says nothing about billing, so the table stays provisioned and its new index needs
// units.
TEST(DiffOfATable, GivesAnIndexTheUnitsOfATableThatStaysProvisioned) {
  const auto found = diff(made(table_with(", " + kProvisioned)), table_with(", " + kOne));
  ASSERT_THAT(names_of(found), ElementsAre("create index gsi1"));
  const auto& update = std::get<UpdateTableRequest>(found.steps[0].request);
  const auto& created =
      std::get<CreateGlobalSecondaryIndexAction>(update.global_secondary_index_updates.at(0));
  EXPECT_EQ(created.index.provisioned_throughput, (ProvisionedThroughput{5, 3}));
  EXPECT_EQ(update.attribute_definitions,
            (std::vector<AttributeDefinition>{{"gsi1pk", AttributeType::string},
                                              {"gsi1sk", AttributeType::string}}));
}

TEST(DiffOfATable, ReadsWhatServersLeaveOut) {
  auto state = made(table_with(", " + kOne));
  state.table->table_class.reset();
  state.table->global_secondary_indexes[0].projection.projection_type.reset();
  EXPECT_THAT(diff(state, table_with(", " + kOne + ", class: standard")).steps, IsEmpty());
}

}  // namespace
}  // namespace keywright::apply
