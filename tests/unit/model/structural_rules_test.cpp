// One defect each in the small model: exactly the expected findings, at the exact place, and
// nothing else.

#include "model/structural_rules.hpp"

#include "model_test_support.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::model {
namespace {

struct Defect {
  std::string_view name;
  std::string_view from;
  std::string_view to;
  std::vector<std::string> findings;
};

void PrintTo(const Defect& defect, std::ostream* out) {
  *out << defect.name;
}

std::string name_of(const ::testing::TestParamInfo<Defect>& info) {
  return std::string(info.param.name);
}

class StructuralRules : public ::testing::TestWithParam<Defect> {};

TEST_P(StructuralRules, AreReportedWhereTheyAre) {
  const Defect& defect = GetParam();
  const ReadResult result = read(replaced(small_model, defect.from, defect.to));
  EXPECT_THAT(summaries(result), ::testing::ElementsAreArray(defect.findings));
  EXPECT_FALSE(result.model.has_value());
  EXPECT_FALSE(result.unreadable);
}

const std::vector<Defect> file_defects{
    {"version_unknown",
     "keywright: 1",
     "keywright: 2",
     {"1:12 MDL010 version 2 of the model language is unknown | this Keywright reads `keywright: "
      "1`"}},
    {"version_text",
     "keywright: 1",
     "keywright: one",
     {"1:12 MDL004 `keywright` must be a whole number, found `one`"}},
    {"version_missing", "keywright: 1\n", "", {"1:1 MDL006 a model lacks the key `keywright`"}},
    {"name_missing", "name: tasks\n", "", {"1:1 MDL006 a model lacks the key `name`"}},
    {"name_not_identifier",
     "name: tasks",
     "name: my-tasks",
     {"2:7 MDL008 `my-tasks` cannot be a name in generated code | use letters, digits and `_`, and "
      "begin with a "
      "letter"}},
    {"profile_unknown",
     "name: tasks",
     "name: tasks\nprofile: prod",
     {"3:10 MDL007 `prod` is no value of `profile` | use one of production and development"}},
    {"target_unknown",
     "name: tasks",
     "name: tasks\ntargets: [aws, embeded]",
     {"3:16 MDL007 `embeded` is no value of `targets` | did you mean `embedded`?"}},
    {"tenant_unknown",
     "name: tasks",
     "name: tasks\ntenant: tenant_id",
     {"3:9 MDL012 no entity has a field `tenant_id` | `tenant` names the field that tells tenants "
      "apart"}},
    {"top_key_unknown",
     "waive: []",
     "waiver: []",
     {"24:1 MDL005 a model has no key `waiver` | did you mean `waive`?"}},
    {"entities_null",
     "waive: []",
     "waive:",
     {"24:1 MDL004 `waive` must be a list of waivers, found nothing"}},
    {"waiver_text",
     "waive: []",
     "waive: [IDX007]",
     {"24:9 MDL004 a waiver must be a map, found `IDX007` | write {rule: IDX007, on: Job.gsi1, "
      "reason: \"..\"}"}},
    {"waiver_reason",
     "waive: []",
     "waive: [{rule: IDX007}]",
     {"24:9 MDL006 a waiver lacks the key `reason`"}},
    {"table_and_tables",
     "waive: []",
     "tables: {other: {keys: {partition: pk}}}",
     {"9:3 MDL006 entity `Task` lacks the key `table` | with several tables each entity says which "
      "one it lives in",
      "20:1 MDL009 `table` and `tables` exclude each other | move the table into `tables`"}},
};
INSTANTIATE_TEST_SUITE_P(File, StructuralRules, ::testing::ValuesIn(file_defects), name_of);

const std::vector<Defect> pattern_defects{
    {"name",
     "put_task:",
     "put-task:",
     {"6:3 MDL008 `put-task` cannot be the name of an access pattern | use letters, digits and "
      "`_`, and begin with "
      "a letter"}},
    {"op_missing",
     "{op: put, entity: Task}",
     "{entity: Task}",
     {"6:3 MDL006 access pattern `put_task` lacks the key `op`"}},
    {"op_unknown",
     "{op: put,",
     "{op: putt,",
     {"6:18 MDL007 `putt` is no value of `op` | did you mean `put`?"}},
    {"entity_missing",
     "{op: put, entity: Task}",
     "{op: put}",
     {"6:3 MDL006 access pattern `put_task` lacks the key `entity` | name the entity it reads or "
      "writes, or a "
      "collection by `returns`"}},
    {"entity_unknown",
     "{op: put, entity: Task}",
     "{op: put, entity: Tsk}",
     {"6:31 MDL011 there is no entity `Tsk` | did you mean `Task`?"}},
    {"entity_many",
     "{op: put, entity: Task}",
     "{op: put, entity: \"Task*\"}",
     {"6:31 MDL020 `entity` takes a name without `*` or `?` | the operation says how many; a "
      "collection of several "
      "entities is `returns:`"}},
    {"entity_list",
     "{op: put, entity: Task}",
     "{op: put, entity: [Task]}",
     {"6:31 MDL004 `entity` must be text, found a list"}},
    {"entity_and_returns",
     "{op: query, entity: Task,",
     "{op: query, entity: Task, returns: [Task],",
     {"5:27 MDL009 `entity` and `returns` exclude each other | keep `returns` for a collection, "
      "`entity` for one "
      "entity"}},
    {"returns_text",
     "{op: query, entity: Task,",
     "{op: query, returns: Task,",
     {"5:36 MDL004 `returns` must be a list such as [Job, \"Finding*\"], found `Task`"}},
    {"returns_empty",
     "{op: query, entity: Task,",
     "{op: query, returns: [],",
     {"5:36 MDL008 `returns` names no entity | write for instance [Job, \"Finding*\", "
      "\"Report?\"]"}},
    {"returns_twice",
     "{op: query, entity: Task,",
     "{op: query, returns: [Task, \"Task*\"],",
     {"5:43 MDL008 `Task` stands twice in `returns` | name it once, with `*` for several"}},
    {"returns_unknown",
     "{op: query, entity: Task,",
     "{op: query, returns: [Task, \"Taks*\"],",
     {"5:44 MDL011 there is no entity `Taks` | did you mean `Task`?"}},
    {"key_unknown",
     "rate: {peak: 10}",
     "rates: {peak: 10}",
     {"4:52 MDL005 access pattern `get_task` has no key `rates` | did you mean `rate`?"}},
    {"key_misplaced",
     "{op: put, entity: Task}",
     "{op: put, entity: Task, order: made_at desc}",
     {"6:37 MDL009 `order` means nothing for `put` | it belongs to query and scan"}},
    {"by_unknown",
     "by: [state]",
     "by: [status]",
     {"5:46 MDL012 entity `Task` has no field `status` | did you mean `state`?"}},
    {"by_twice", "by: [state]", "by: [state, state]", {"5:53 MDL008 `state` stands twice in `by`"}},
    {"by_map",
     "by: [state]",
     "by: {state: open}",
     {"5:45 MDL004 `by` must be a name or a list of names, found a map"}},
    {"order_word",
     "made_at desc",
     "made_at down",
     {"5:69 MDL020 `down` is no direction | write `asc` or `desc`"}},
    {"order_long",
     "made_at desc",
     "made_at desc, title",
     {"5:75 MDL005 access pattern `list_tasks` has no key `title` | use one of op, entity, "
      "returns, by, range, order, page, max_items, fields, consistency, expired, read_after_write "
      ".."}},
    {"order_syntax",
     "order: made_at desc",
     "order: \"made_at, title\"",
     {"5:61 MDL020 `made_at, title` cannot be understood as `order` | write it like `created_at "
      "desc`"}},
    {"order_field",
     "made_at desc",
     "created_at desc",
     {"5:61 MDL012 entity `Task` has no field `created_at` | use one of task_id, state, made_at, "
      "title and version"}},
    {"range_word",
     "order: made_at desc",
     "range: made_at within",
     {"5:69 MDL020 `within` is no range | use between, >=, >, <=, < or prefix"}},
    {"range_begins_with",
     "order: made_at desc",
     "range: title begins_with",
     {"5:67 MDL020 `begins_with` is no range | write `prefix`"}},
    {"range_operator",
     "order: made_at desc",
     "range: {field: made_at}",
     {"5:54 MDL006 a range lacks the key `op`"}},
    {"page_zero", "page: 50", "page: 0", {"5:81 MDL008 `page` must be at least 1"}},
    {"page_text",
     "page: 50",
     "page: \"50\"",
     {"5:81 MDL004 `page` must be a whole number, found quoted text"}},
    {"page_huge",
     "page: 50",
     "page: 99999999999999999999",
     {"5:81 MDL008 `page` must be at most 9223372036854775807"}},
    {"rate_number",
     "rate: {peak: 10}",
     "rate: 10",
     {"4:58 MDL004 `rate` must be a map, found `10` | write {peak: 100, avg: 20}, in calls per "
      "second"}},
    {"rate_negative", "peak: 10", "peak: -1", {"4:65 MDL008 `peak` must be at least 0"}},
    {"rate_average",
     "peak: 10",
     "peak: 10, avg: 11",
     {"4:74 MDL008 the average rate is above the peak | raise `peak` or lower `avg`"}},
    {"consistency_word",
     "rate: {peak: 10}",
     "consistency: stronk",
     {"4:65 MDL007 `stronk` is no value of `consistency` | did you mean `strong`?"}},
    {"set_unknown",
     "set: [title]",
     "set: [titel]",
     {"7:62 MDL012 entity `Task` has no field `titel` | did you mean `title`?"}},
    {"condition_operator",
     "set: [title]",
     "set: [title], condition: title like x",
     {"7:87 MDL017 a comparison was expected here | write `field in [a, b]`, `field = a` (or <> < "
      "<= > >=), `field "
      "exists` or `field not exists`; join several by `and`"}},
    {"transact_without_steps",
     "{op: put, entity: Task}",
     "{op: transact}",
     {"6:3 MDL006 access pattern `put_task` lacks the key `steps` | list the patterns that run in "
      "the transaction"}},
    {"transact_unknown_step",
     "{op: put, entity: Task}",
     "{op: transact, steps: [patch_tsk]}",
     {"6:36 MDL015 there is no access pattern `patch_tsk` | did you mean `patch_task`?"}},
    {"transact_query",
     "{op: put, entity: Task}",
     "{op: transact, steps: [list_tasks]}",
     {"6:36 MDL008 `query` cannot be a step of a transaction | a step is a get, batch_get, or a "
      "write"}},
    {"transact_itself",
     "{op: put, entity: Task}",
     "{op: transact, steps: [put_task]}",
     {"6:36 MDL008 `transact` cannot be a step of a transaction | a step is a get, batch_get, or a "
      "write"}},
    {"transact_mixed",
     "{op: put, entity: Task}",
     "{op: transact, steps: [get_task, patch_task]}",
     {"6:46 MDL008 a transaction reads or writes, not both | make two patterns of it"}},
    {"pattern_text",
     "{op: put, entity: Task}",
     "put",
     {"6:13 MDL004 `put_task` must be a map, found `put`"}},
};
INSTANTIATE_TEST_SUITE_P(Patterns, StructuralRules, ::testing::ValuesIn(pattern_defects), name_of);

const std::vector<Defect> field_defects{
    {"name",
     "title: {",
     "ti.tle: {",
     {"7:62 MDL012 entity `Task` has no field `title` | did you mean `ti.tle`?",
      "15:7 MDL008 `ti.tle` cannot be the name of a field | use letters, digits and `_`, and begin "
      "with a letter"}},
    {"tag",
     "version: {",
     "_type: {",
     {"16:7 MDL008 `_type` is the attribute that tags the entity | choose another name"}},
    {"type_missing",
     "{type: ulid}",
     "{optional: true}",
     {"12:7 MDL006 field `task_id` lacks the key `type` | write for instance {type: string}"}},
    {"type_null",
     "task_id: {type: ulid}",
     "task_id:",
     {"12:7 MDL004 `task_id` must be a type or a map of options, found nothing"}},
    {"type_unknown",
     "{type: ulid}",
     "{type: ulidd}",
     {"12:23 MDL019 `ulidd` is no type | did you mean `ulid`?"}},
    {"type_synonym",
     "{type: ulid}",
     "{type: datetime}",
     {"12:23 MDL019 `datetime` is no type | use `timestamp`"}},
    {"type_without_element",
     "{type: ulid}",
     "{type: list}",
     {"12:23 MDL019 `list` needs an element | write for instance list<string>"}},
    {"type_with_element",
     "{type: ulid}",
     "{type: string<int>}",
     {"12:23 MDL019 `string` has no element | remove the `<..>`"}},
    {"type_open",
     "{type: ulid}",
     "{type: list<int}",
     {"12:23 MDL019 this `<` is not closed | write the closing `>`"}},
    {"type_rest",
     "{type: ulid}",
     "{type: ulid ulid}",
     {"12:28 MDL019 nothing may follow the type"}},
    {"type_set",
     "{type: ulid}",
     "{type: set<bool>}",
     {"12:23 MDL019 a set has no elements of type `bool` | use set<string>, set<number> or "
      "set<binary>, or a list"}},
    {"option_unknown",
     "max: 100",
     "maximum: 100",
     {"15:29 MDL005 a field has no key `maximum` | use one of type, optional, default, immutable, "
      "pii, charset, "
      "length, min, max, avg, values, fields .."}},
    {"option_misplaced",
     "{type: ulid}",
     "{type: ulid, length: 26}",
     {"12:29 MDL009 `length` means nothing for the type `ulid` | it belongs to string and binary"}},
    {"option_of_element",
     "{type: string, max: 100}",
     "{type: list<string>, charset: \"[a]\"}",
     {"15:35 MDL009 `charset` means nothing for the type `list` | for the elements write `element: "
      "{charset: ..}`"}},
    {"element_option_unknown",
     "{type: string, max: 100}",
     "{type: list<string>, element: {maxx: 1}}",
     {"15:45 MDL005 an element has no key `maxx` | did you mean `max`?"}},
    {"flag",
     "{type: ulid}",
     "{type: ulid, pii: yes}",
     {"12:34 MDL004 `pii` must be true or false, found `yes`"}},
    {"enum_values_missing",
     "{type: enum, values: [open, done]}",
     "{type: enum}",
     {"13:7 MDL006 an enum lacks the key `values` | write for instance values: [queued, running]"}},
    {"enum_values_empty", "[open, done]", "[]", {"13:35 MDL008 an enum needs at least one value"}},
    {"object_fields_missing",
     "{type: string, max: 100}",
     "{type: object}",
     {"15:7 MDL006 an object lacks the key `fields` | name its fields, or use json or map<..>"}},
    {"length_and_max",
     "max: 100",
     "length: 5, max: 100",
     {"15:29 MDL009 `length` excludes `min` and `max` | keep one or the other"}},
    {"max_below_min",
     "max: 100",
     "min: 101, max: 100",
     {"15:44 MDL008 the maximum is below the minimum | raise `max` or lower `min`"}},
    {"max_below_min_decimal",
     "{type: string, max: 100}",
     "{type: number, min: 0.5, max: 0.25}",
     {"15:44 MDL008 the maximum is below the minimum | raise `max` or lower `min`"}},
    {"avg_above_max",
     "max: 100",
     "max: 100, avg: 101",
     {"15:44 MDL008 the average is above the maximum"}},
    {"negative_length", "max: 100", "max: -1", {"15:34 MDL008 `max` must be at least 0"}},
    {"default_enum",
     "values: [open, done]}",
     "values: [open, done], default: opne}",
     {"13:58 MDL008 `opne` is not among the values of the enum | did you mean `open`?"}},
    {"default_int",
     "min: 0}",
     "min: 0, default: -1}",
     {"16:45 MDL008 `-1` is out of bounds: at least 0"}},
    {"default_int_text",
     "min: 0}",
     "min: 0, default: \"1\"}",
     {"16:45 MDL008 a whole number of 64 bits was expected here, found `1`"}},
    {"default_long",
     "max: 100",
     "max: 3, default: long",
     {"15:46 MDL008 `long` has 4 characters, the field takes at most 3"}},
    {"default_charset",
     "max: 100",
     "charset: \"[a-z]\", default: A1",
     {"15:56 MDL008 `A1` has characters outside of the charset [a-z]"}},
    {"default_timestamp",
     "{type: timestamp}",
     "{type: timestamp, default: 2026-01-02T03:04:05Z}",
     {"14:43 MDL008 `2026-01-02T03:04:05Z` is no timestamp | write it like "
      "2026-01-02T03:04:05.678Z"}},
    {"default_date",
     "{type: timestamp}",
     "{type: date, default: 2026-02-29}",
     {"14:38 MDL008 `2026-02-29` is no date | write it like 2026-01-02"}},
    {"charset_open",
     "max: 100",
     "charset: a-z",
     {"15:38 MDL018 a charset is one class in brackets | write it like \"[A-Za-z0-9_-]\""}},
    {"charset_order",
     "max: 100",
     "charset: \"[09z-a]\"",
     {"15:42 MDL018 this range ends before it begins | write the smaller character first"}},
    {"charset_escape",
     "max: 100",
     "charset: '[\\d]'",
     {"15:40 MDL018 escapes of letters and digits have no meaning here | write the characters out: "
      "[0-9] for \\d, "
      "[A-Za-z0-9_] for \\w"}},
    {"charset_empty",
     "max: 100",
     "charset: \"[]\"",
     {"15:39 MDL018 this charset contains no character | name at least one"}},
};
INSTANTIATE_TEST_SUITE_P(Fields, StructuralRules, ::testing::ValuesIn(field_defects), name_of);

const std::vector<Defect> entity_defects{
    {"name",
     "patch_task: {op: patch, entity: Task, by: [task_id], set: [title]}\nentities:\n",
     "patch_task: {op: patch, entity: Task, by: [task_id], set: [title]}\nentities:\n  2nd: "
     "{fields: {id: ulid}}\n",
     {"9:3 MDL008 `2nd` cannot be the name of an entity | use letters, digits and `_`, and begin "
      "with a letter"}},
    {"fields_missing",
     "table:\n",
     "  Other: {count: 1}\ntable:\n",
     {"20:3 MDL006 entity `Other` lacks the key `fields`"}},
    {"key_unknown",
     "count: 1000",
     "cuont: 1000",
     {"10:5 MDL005 entity `Task` has no key `cuont` | did you mean `count`?"}},
    {"count_negative", "count: 1000", "count: -1", {"10:12 MDL008 `count` must be at least 0"}},
    {"count_fraction",
     "count: 1000",
     "count: 1.5",
     {"10:12 MDL004 `count` must be a whole number, found `1.5`"}},
    {"template_open",
     "TASK#{task_id}",
     "TASK#{task_id",
     {"17:21 MDL016 this `{` is not closed | write {field}, or `{{` for a brace in the text"}},
    {"template_close",
     "TASK#{task_id}",
     "TASK#task_id}",
     {"17:28 MDL016 this `}` closes nothing | write `}}` for a brace in the text"}},
    {"template_empty_braces",
     "TASK#{task_id}",
     "TASK#{}",
     {"17:21 MDL016 the braces name no field | write {field}, or `{{` for a brace in the text"}},
    {"template_no_field",
     "TASK#{task_id}",
     "TASK#{ task_id }",
     {"17:21 MDL016 ` task_id ` is no name of a field | write {field}, or `{{` for a brace in the "
      "text"}},
    {"template_field",
     "TASK#{task_id}",
     "TASK#{task}",
     {"17:22 MDL012 entity `Task` has no field `task` | did you mean `task_id`?"}},
    {"template_empty", "\"TASK#{task_id}\"", "\"\"", {"17:15 MDL008 `pk` must not be empty"}},
    {"native_field",
     "\"TASK#{task_id}\"",
     "{field: task}",
     {"17:23 MDL012 entity `Task` has no field `task` | did you mean `task_id`?"}},
    {"native_key",
     "\"TASK#{task_id}\"",
     "{fields: task_id}",
     {"17:11 MDL006 a native key lacks the key `field`",
      "17:16 MDL005 a native key has no key `fields` | did you mean `field`?"}},
    {"sk_missing",
     ", sk: META}",
     "}",
     {"17:5 MDL021 the key lacks `sk`: table `tasks` has the sort key `sk` | give every entity its "
      "sort key, a fixed "
      "one such as METADATA at least"}},
    {"sk_surplus",
     "keys: {partition: pk, sort: sk}",
     "keys: {partition: pk}",
     {"17:33 MDL021 table `tasks` has no sort key | remove `sk`, or give the table `keys: "
      "{partition: .., sort: ..}`"}},
    {"index_unknown",
     "indexes: {gsi1: {pk: \"STATE",
     "indexes: {gs1: {pk: \"STATE",
     {"18:15 MDL013 table `tasks` has no index `gs1` | did you mean `gsi1`?"}},
    {"index_sk_missing",
     ", sk: \"{made_at}\"}",
     "}",
     {"18:15 MDL021 the entry lacks `sk`: index `gsi1` has a sort key | an item enters an index "
      "only with all of its "
      "key attributes"}},
    {"index_sk_surplus",
     "sort: gsi1sk, ",
     "",
     {"18:43 MDL021 index `gsi1` has no sort key | remove `sk`, or give the index a sort key"}},
    {"index_attributes",
     "pk: \"STATE#{state}\", sk: \"{made_at}\"",
     "pk: [state, title], sk: \"{made_at}\"",
     {"18:26 MDL021 the partition key of index `gsi1` has 1 attribute, found 2 | list as many "
      "fields as the index has "
      "attributes, or compose one template"}},
    {"index_template",
     "sort: gsi1sk,",
     "sort: [a, b],",
     {"18:47 MDL021 the sort key of index `gsi1` has 2 attributes, found one template | list one "
      "field per attribute: "
      "[tenant_id, day]"}},
    {"index_braces",
     "pk: \"STATE#{state}\"",
     "pk: [\"{state}\"]",
     {"18:27 MDL008 the attributes of a multi-attribute key are fields, not templates | name the "
      "field without braces, or write one template instead of the list"}},
    {"shards_zero",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", shards: 0}",
     {"18:68 MDL008 `shards` must be at least 1"}},
    {"shards_word",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", shards: many}",
     {"18:68 MDL004 `shards` must be a number of shards or `auto`, found `many`"}},
    {"when_field",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", when: status = open}",
     {"18:66 MDL012 entity `Task` has no field `status` | did you mean `state`?"}},
    {"when_value",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", when: state = opened}",
     {"18:74 MDL008 `opened` is not among the values of the enum | did you mean `open`?"}},
    {"when_or",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", when: state = open or state = done}",
     {"18:79 MDL017 there is no `or` here | use `field in [a, b]`"}},
    {"when_equals",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", when: state == open}",
     {"18:72 MDL017 a comparison was expected here | use ="}},
    {"when_parameter",
     "sk: \"{made_at}\"}",
     "sk: \"{made_at}\", when: \"state = :s\"}",
     {"18:75 MDL017 an index entry has no parameters | compare with a fixed value"}},
    {"states_field_missing",
     "{field: state, initial: open,",
     "{initial: open,",
     {"19:5 MDL006 a state machine lacks the key `field`"}},
    {"states_field_type",
     "{field: state, initial: open,",
     "{field: title, initial: open,",
     {"19:21 MDL008 the field of a state machine must be an enum, `title` is `string`"}},
    {"move_to_missing",
     "{from: open, to: done}",
     "{from: open}",
     {"19:66 MDL006 move `finish` lacks the key `to`"}},
    {"move_set_unknown",
     "{from: open, to: done}",
     "{from: open, to: done, set: [eror]}",
     {"19:103 MDL012 entity `Task` has no field `eror` | use one of task_id, state, made_at, title "
      "and version"}},
    {"move_also_put_unknown",
     "{from: open, to: done}",
     "{from: open, to: done, also_put: Debug}",
     {"19:107 MDL011 there is no entity `Debug` | the only one is Task"}},
    {"ttl_field_unknown",
     "    count: 1000",
     "    ttl: {field: expires_at, after: 7d}",
     {"10:18 MDL012 entity `Task` has no field `expires_at` | use one of task_id, state, made_at, "
      "title and version"}},
    {"ttl_unit",
     "    count: 1000",
     "    ttl: {field: version, after: 7}",
     {"10:34 MDL020 `7` is no duration | write a number and a unit: 7d, 12h, 90m, 30s, or 1d12h"}},
    {"ttl_zero",
     "    count: 1000",
     "    ttl: {field: version, after: 0d}",
     {"10:34 MDL008 `after` must be between 1s and 100 years"}},
    {"ttl_endless",
     "    count: 1000",
     "    ttl: {field: version, after: 99999999999999999999w}",
     {"10:34 MDL008 `after` must be between 1s and 100 years"}},
    {"parent_unknown",
     "    count: 1000",
     "    per_parent: {of: Job, max: 1}",
     {"10:22 MDL011 there is no entity `Job` | the only one is Task"}},
    {"parent_self",
     "    count: 1000",
     "    per_parent: {of: Task, max: 1}",
     {"10:22 MDL008 an entity cannot be its own parent"}},
    {"version_type",
     "    count: 1000",
     "    version: title",
     {"10:14 MDL008 the version must be an int, `title` is `string`"}},
    {"unique_unknown",
     "    count: 1000",
     "    unique: [email]",
     {"10:14 MDL012 entity `Task` has no field `email` | use one of task_id, state, made_at, title "
      "and version"}},
    {"table_unknown",
     "    count: 1000",
     "    table: task",
     {"10:12 MDL014 there is no table `task` | did you mean `tasks`?"}},
};
INSTANTIATE_TEST_SUITE_P(Entities, StructuralRules, ::testing::ValuesIn(entity_defects), name_of);

const std::vector<Defect> table_defects{
    {"name_missing",
     "table:\n  name: tasks\n",
     "table:\n",
     {"20:1 MDL006 the table lacks the key `name`"}},
    {"keys_missing",
     "  keys: {partition: pk, sort: sk}\n",
     "",
     {"20:1 MDL006 the table lacks the key `keys`"}},
    {"keys_text",
     "keys: {partition: pk, sort: sk}",
     "keys: pk",
     {"22:9 MDL004 `keys` must be a map, found `pk` | write {partition: pk, sort: sk}"}},
    {"key_type",
     "sort: sk}",
     "sort: {name: sk, type: X}}",
     {"22:48 MDL007 `X` is no value of `type` | use one of S, N and B"}},
    {"partition_missing",
     "{partition: gsi1pk, sort: gsi1sk, projection: all}",
     "{sort: gsi1sk}",
     {"23:13 MDL006 index `gsi1` lacks the key `partition` | name its partition key attribute; an "
      "index with the table's is `local: true`"}},
    {"five_attributes",
     "partition: gsi1pk",
     "partition: [a, b, c, d, e]",
     {"23:31 MDL008 half a key has one to four attributes, found 5"}},
    {"local_partition",
     "partition: gsi1pk,",
     "local: true, partition: gsi1pk,",
     {"18:22 MDL021 the local index `gsi1` has the table's partition key | remove `pk`",
      "23:33 MDL009 a local index has the table's partition key | remove `partition`"}},
    {"sparse_unknown",
     "projection: all",
     "sparse: [Tsk]",
     {"23:62 MDL011 there is no entity `Tsk` | did you mean `Task`?"}},
    {"projection_word",
     "projection: all",
     "projection: some",
     {"23:65 MDL007 `some` is no value of `projection` | use one of all and keys_only"}},
    {"projection_list",
     "projection: all",
     "projection: [title]",
     {"23:65 MDL004 `projection` must be all, keys_only or a map | write {include: [topic, "
      "status]}"}},
    {"projection_unknown",
     "projection: all",
     "projection: {include: [titel]}",
     {"23:76 MDL012 no entity of the table has a field `titel` | did you mean `title`?"}},
    {"billing_word",
     "waive: []",
     "  billing: on-demand\n",
     {"24:12 MDL007 `on-demand` is no value of `billing` | did you mean `on_demand`?"}},
    {"billing_mode",
     "waive: []",
     "  billing: {read: 5}\n",
     {"24:3 MDL006 `billing` lacks the key `mode`"}},
    {"autoscale_target",
     "waive: []",
     "  billing: {mode: provisioned, autoscale: {target: 95}}\n",
     {"24:52 MDL008 `target` must be at most 90 | it is per cent: 20 to 90"}},
    {"recovery",
     "waive: []",
     "  point_in_time_recovery: 35\n",
     {"24:27 MDL004 `point_in_time_recovery` must be true or false, found `35`"}},
    {"cdk",
     "waive: []",
     "  cdk: {construct: TableV3}\n",
     {"24:20 MDL007 `TableV3` is no value of `construct` | did you mean `TableV2`?"}},
};
INSTANTIATE_TEST_SUITE_P(Tables, StructuralRules, ::testing::ValuesIn(table_defects), name_of);

TEST(StructuralFindings, AreAllReportedInOneRunInFileOrder) {
  const std::string text =
      replaced(replaced(replaced(small_model, "projection: all", "projektion: all"), "by: [state]",
                        "by: [stat]"),
               "{op: put,", "{op: putt,");
  EXPECT_THAT(
      summaries(read(text)),
      ::testing::ElementsAre(
          "5:46 MDL012 entity `Task` has no field `stat` | did you mean `state`?",
          "6:18 MDL007 `putt` is no value of `op` | did you mean `put`?",
          "23:53 MDL005 index `gsi1` has no key `projektion` | did you mean `projection`?"));
}

TEST(StructuralFindings, NameWhatTheyAreAbout) {
  const ReadResult pattern = read(replaced(small_model, "by: [state]", "by: [stat]"));
  EXPECT_EQ(pattern.diagnostics.at(0).subject, "list_tasks");
  const ReadResult entry = read(replaced(small_model, "STATE#{state}", "STATE#{stat}"));
  EXPECT_EQ(entry.diagnostics.at(0).subject, "Task.gsi1");
  const ReadResult entity = read(replaced(small_model, "count: 1000", "count: -1"));
  EXPECT_EQ(entity.diagnostics.at(0).subject, "Task");
}

TEST(StructuralFindings, PointAtExactlyTheWrongCharacters) {
  const ReadResult result = read(replaced(small_model, "STATE#{state}", "STATE#{stat}"));
  EXPECT_EQ(pointed_at(result, result.diagnostics.at(0).span), "stat");
}

TEST(StructuralFindings, SurviveAFileFullOfThem) {
  std::string text(small_model);
  text += "extra:\n";
  for (int i = 0; i < 5000; ++i) text += "unknown_" + std::to_string(i) + ": 1\n";
  const ReadResult result = read(text);
  EXPECT_FALSE(result.model.has_value());
  EXPECT_EQ(result.diagnostics.size(), 500U);
}

TEST(StructuralRuleTable, HasConsecutiveIdsAndFullTexts) {
  std::set<std::string_view> ids;
  for (const RuleInfo& row : structural_rules()) {
    const std::string number = std::to_string(ids.size() + 1);
    EXPECT_EQ(row.id, "MDL" + std::string(3 - number.size(), '0') + number);
    EXPECT_FALSE(row.title.empty() || row.why.empty() || row.bad.empty() || row.good.empty())
        << row.id;
    ids.insert(row.id);
  }
  EXPECT_EQ(info(StructuralRule::not_yaml).id, "MDL001");
  EXPECT_EQ(info(StructuralRule::key_shape).id, "MDL021");
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(StructuralRule::key_shape) + 1);
}

}  // namespace
}  // namespace keywright::model
