// What the reference model does not use of the language.

#include "model/reader.hpp"
#include "model_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const std::vector<FieldRef>& references) {
  std::vector<std::string> result;
  for (const FieldRef& reference : references) result.push_back(reference.name);
  return result;
}

std::vector<std::string> texts(const std::vector<Literal>& literals) {
  std::vector<std::string> result;
  for (const Literal& literal : literals) result.push_back(literal.text);
  return result;
}

// The small model with one more field.
Model with_field(std::string_view definition) {
  return model_of(replaced(
      small_model, "      title:", "      extra: " + std::string(definition) + "\n      title:"));
}
Field field_of(std::string_view definition) {
  const Model model = with_field(definition);
  const Field* field = model.entities.empty() ? nullptr : model.entities[0].find_field("extra");
  EXPECT_NE(field, nullptr) << definition;
  return field == nullptr ? Field{} : *field;
}

// The small model with one more pattern.
AccessPattern pattern_of(std::string_view definition) {
  const Model model = model_of(replaced(
      small_model, "  put_task:", "  extra: " + std::string(definition) + "\n  put_task:"));
  const AccessPattern* pattern = model.find_access_pattern("extra");
  EXPECT_NE(pattern, nullptr) << definition;
  return pattern == nullptr ? AccessPattern{} : *pattern;
}

// The small model with another entry of its index.
IndexEntry index_entry_of(std::string_view options) {
  const Model model = model_of(replaced(small_model, "sk: \"{made_at}\"}",
                                        "sk: \"{made_at}\", " + std::string(options) + "}"));
  return model.entities.empty() ? IndexEntry{} : model.entities[0].indexes.at(0);
}

TEST(Language, PatternsComeBeforeEverythingElse) {
  const Model model = model_of(
      "keywright: 1\nname: early\naccess_patterns:\n"
      "  get_job: {op: get, entity: Job, by: [job_id]}\n"
      "  whole: {op: query, returns: [Job, \"Finding*\"], by: [job_id], using: gsi1}\n");
  EXPECT_FALSE(model.has_entities);
  EXPECT_FALSE(model.has_tables);
  ASSERT_EQ(model.access_patterns.size(), 2U);
  EXPECT_FALSE(model.access_patterns[0].entity().resolved());
  EXPECT_EQ(model.access_patterns[0].entity().name, "Job");
  EXPECT_FALSE(model.access_patterns[0].by[0].resolved());
  EXPECT_FALSE(model.access_patterns[1].use_index->resolved());
  EXPECT_EQ(model.entity(model.access_patterns[0].entity()), nullptr);
}

TEST(Language, EntitiesMayComeBeforeTables) {
  std::string text(small_model);
  text.resize(text.find("table:"));
  const Model model = model_of(text);
  EXPECT_TRUE(model.has_entities);
  EXPECT_EQ(model.table_of(model.entities[0]), nullptr);
  EXPECT_FALSE(model.entities[0].indexes[0].index.resolved());
  EXPECT_TRUE(model.access_patterns[0].by[0].resolved());
}

TEST(Language, KeysMayBeDesignedLater) {
  const Model model =
      model_of(replaced(small_model, "    key: {pk: \"TASK#{task_id}\", sk: META}\n", ""));
  EXPECT_FALSE(model.entities[0].key.pk.has_value());
  EXPECT_FALSE(model.entities[0].key.span.written());
}

TEST(Language, JsonIsYaml) {
  const Model model = model_of(R"({"keywright":1,"name":"j","access_patterns":{"get":{"op":"get",
    "entity":"A","by":["id"],"rate":{"peak":1.5e2}}},"entities":{"A":{"fields":{"id":{"type":"ulid"}},
    "key":{"pk":"A#{id}"}}},"table":{"name":"t","keys":{"partition":"pk"},"deletion_protection":true}})");
  ASSERT_EQ(model.access_patterns.size(), 1U);
  EXPECT_EQ(model.access_patterns[0].rate.peak->value, 150);
  EXPECT_FALSE(model.tables[0].sort.has_value());
  EXPECT_FALSE(model.entities[0].key.sk.has_value());
}

TEST(Language, Defaults) {
  const Model model = model_of(small_model);
  EXPECT_EQ(*model.profile, Profile::production);
  EXPECT_FALSE(model.profile.written());
  ASSERT_EQ(model.targets.size(), 2U);
  EXPECT_EQ(*model.targets[0], Target::aws);
  EXPECT_EQ(*model.targets[1], Target::embedded);
  const model::Table& table = model.tables[0];
  EXPECT_EQ(*table.billing.mode, BillingMode::on_demand);
  EXPECT_FALSE(table.point_in_time_recovery.enabled);
  EXPECT_FALSE(*table.deletion_protection);
  EXPECT_EQ(*table.encryption, Encryption::aws_owned);
  EXPECT_EQ(*table.cdk.construct, CdkConstruct::table_v2);
  EXPECT_FALSE(table.indexes[0].sparse.has_value());
  EXPECT_EQ(*model.access_patterns[0].consistency, Consistency::eventual);
  EXPECT_EQ(*model.access_patterns[0].expired, ExpiredItems::exclude);
}

TEST(Language, Types) {
  EXPECT_EQ(field_of("bool").type.kind, TypeKind::boolean);
  EXPECT_EQ(field_of("{type: date, optional: true}").type.max_size(), 10);
  EXPECT_EQ(field_of("{type: uuid, pii: true}").pii, true);
  const FieldType integer = field_of("{type: int, min: -5, max: 9223372036854775807}").type;
  EXPECT_EQ(integer.min->value, -5);
  EXPECT_EQ(integer.max->value, 9223372036854775807LL);
  EXPECT_EQ(integer.max_size(), std::nullopt);
  const FieldType number = field_of("{type: number, min: -0.5, max: 12345678901234567890.5}").type;
  EXPECT_EQ(number.number_min->value, "-0.5");
  EXPECT_EQ(number.number_max->value, "12345678901234567890.5");
  EXPECT_FALSE(number.max.has_value());
  const FieldType counted = field_of("{type: string, cardinality: 12, uniform: true}").type;
  EXPECT_EQ(counted.cardinality->value, 12U);
  EXPECT_TRUE(counted.uniform->value);
}

TEST(Language, Containers) {
  const FieldType tags =
      field_of("{type: set<string>, max: 20, element: {max: 40, charset: \"[a-z]\"}}").type;
  EXPECT_EQ(tags.kind, TypeKind::set);
  EXPECT_EQ(tags.max_size(), 20);
  EXPECT_EQ(tags.element().kind, TypeKind::string);
  EXPECT_EQ(tags.element().max_size(), 40);
  const FieldType nested = field_of("{type: \"map< list<int> >\"}").type;
  EXPECT_EQ(nested.kind, TypeKind::map);
  EXPECT_EQ(nested.element().kind, TypeKind::list);
  EXPECT_EQ(nested.element().element().kind, TypeKind::integer);
  const FieldType address =
      field_of("{type: object, fields: {street: {type: string, max: 80}, zip: string}}").type;
  ASSERT_EQ(address.fields.size(), 2U);
  EXPECT_EQ(address.fields[0].type.max_size(), 80);
  const FieldType lines = field_of("{type: list<object>, max: 9, fields: {sku: string}}").type;
  EXPECT_THAT(lines.fields, IsEmpty());
  ASSERT_EQ(lines.element().fields.size(), 1U);
  EXPECT_EQ(lines.element().fields[0].name, "sku");
  EXPECT_EQ(field_of("{type: list<enum>, values: [a, b]}").type.element().values.size(), 2U);
}

TEST(Language, FieldDefaults) {
  const auto literal = [](std::string_view definition) {
    return field_of(definition).default_value.value_or(Literal{});
  };
  EXPECT_EQ(literal("{type: int, default: -3}").kind, LiteralKind::number);
  EXPECT_EQ(literal("{type: bool, default: false}").text, "false");
  // Unquoted, yet text, since the field is.
  EXPECT_EQ(literal("{type: string, default: 007}").kind, LiteralKind::text);
  EXPECT_EQ(literal("{type: string, default: \"\"}").text, "");
  EXPECT_EQ(literal("{type: enum, values: [a, b], default: b}").text, "b");
  EXPECT_EQ(literal("{type: list<int>, default: []}").kind, LiteralKind::empty_list);
  EXPECT_EQ(literal("{type: map<int>, default: {}}").kind, LiteralKind::empty_map);
  EXPECT_EQ(literal("{type: timestamp, default: 2026-01-02T03:04:05.678Z}").kind,
            LiteralKind::text);
  EXPECT_EQ(literal("{type: date, default: 2024-02-29}").text, "2024-02-29");
}

TEST(Language, Charsets) {
  const auto ranges = [](const std::string& charset) {
    std::vector<std::pair<char32_t, char32_t>> result;
    const Field field = field_of("{type: string, charset: '" + charset + "'}");
    for (const CharRange& range : field.type.charset.value_or(Charset{}).ranges) {
      result.emplace_back(range.first, range.last);
    }
    return result;
  };
  using Pair = std::pair<char32_t, char32_t>;
  EXPECT_THAT(ranges("[a-cx]"), ElementsAre(Pair{'a', 'c'}, Pair{'x', 'x'}));
  EXPECT_THAT(ranges("[b-da-c]"), ElementsAre(Pair{'a', 'd'}));
  EXPECT_THAT(ranges("[a-]"), ElementsAre(Pair{'-', '-'}, Pair{'a', 'a'}));
  EXPECT_THAT(ranges("[-a]"), ElementsAre(Pair{'-', '-'}, Pair{'a', 'a'}));
  EXPECT_THAT(ranges("[\\]\\-\\\\]"), ElementsAre(Pair{'-', '-'}, Pair{'\\', ']'}));
  EXPECT_THAT(ranges("[^#]"), ElementsAre(Pair{0, '"'}, Pair{'$', 0xD7FF}, Pair{0xE000, 0x10FFFF}));
  EXPECT_THAT(ranges("[é-ü€]"), ElementsAre(Pair{0xE9, 0xFC}, Pair{0x20AC, 0x20AC}));
}

TEST(Language, NativeAndMultiAttributeKeys) {
  const Model model = model_of(R"(keywright: 1
name: telemetry
access_patterns:
  readings: {op: query, entity: Reading, by: [device_id], range: at between, page: 100}
entities:
  Reading:
    fields: {device_id: {type: int, min: 0}, day: date, at: epoch_seconds, site: ulid, celsius: number}
    key: {pk: {field: device_id}, sk: {field: at}}
    indexes:
      by_site: {pk: [site, {field: day}], sk: [at, device_id]}
      local_day: {sk: [day]}
table:
  name: readings
  keys: {partition: {name: device_id, type: N}, sort: {name: at, type: N}}
  indexes:
    by_site: {partition: [site, day], sort: [at, device_id], projection: {include: [celsius]}}
    local_day: {local: true, sort: day, projection: keys_only}
)");
  const Entity& reading = model.entities.at(0);
  EXPECT_EQ(reading.key.pk->form, KeyForm::native);
  EXPECT_THAT(names(reading.key.pk->fields), ElementsAre("device_id"));
  EXPECT_TRUE(reading.key.pk->fields[0].resolved());
  EXPECT_THAT(names(reading.indexes[0].pk->components()), ElementsAre("site", "day"));
  EXPECT_THAT(names(reading.indexes[0].sk->components()), ElementsAre("at", "device_id"));
  EXPECT_FALSE(reading.indexes[1].pk.has_value());
  const model::Table& table = model.tables.at(0);
  EXPECT_EQ(table.partition.name, "device_id");
  EXPECT_EQ(table.partition.type->value, AttributeType::number);
  ASSERT_EQ(table.indexes[0].partition.size(), 2U);
  EXPECT_EQ(table.indexes[0].partition[1].name, "day");
  EXPECT_EQ(table.indexes[0].projection.kind, ProjectionKind::include);
  EXPECT_EQ(*table.indexes[0].projection.include.at(0), "celsius");
  EXPECT_TRUE(table.indexes[1].local);
  EXPECT_EQ(table.indexes[1].projection.kind, ProjectionKind::keys_only);
  const Range& range = *model.access_patterns[0].range;
  EXPECT_EQ(range.field.name, "at");
  EXPECT_EQ(range.range_operator, RangeOperator::between);
}

TEST(Language, Templates) {
  const Model model = model_of(replaced(small_model, "\"TASK#{task_id}\", sk: META",
                                        "'T{{x}}#{task_id}{version}#', sk: \"{made_at}\""));
  const KeyTemplate& pk = model.entities.at(0).key.pk->key_template;
  ASSERT_EQ(pk.parts.size(), 4U);
  EXPECT_EQ(pk.parts[0].text, "T{x}#");
  EXPECT_EQ(pk.parts[1].field.name, "task_id");
  EXPECT_EQ(pk.parts[2].field.name, "version");
  EXPECT_EQ(pk.parts[3].text, "#");
  EXPECT_EQ(model.entities[0].key.sk->key_template.parts.size(), 1U);
}

TEST(Language, SparseConditions) {
  const Condition in = index_entry_of("when: \"state in [open, done]\"").when.value_or(Condition{});
  ASSERT_EQ(in.all_of.size(), 1U);
  EXPECT_EQ(in.all_of[0].field.name, "state");
  EXPECT_TRUE(in.all_of[0].field.resolved());
  EXPECT_EQ(in.all_of[0].comparison, Comparison::in);
  EXPECT_THAT(texts(in.all_of[0].values), ElementsAre("open", "done"));

  const Condition several =
      index_entry_of(
          "when: \"state <> 'open' and version >= 3 and title exists and made_at not exists\"")
          .when.value_or(Condition{});
  ASSERT_EQ(several.all_of.size(), 4U);
  EXPECT_EQ(several.all_of[0].comparison, Comparison::not_equal);
  EXPECT_EQ(several.all_of[0].values[0].kind, LiteralKind::text);
  EXPECT_EQ(several.all_of[1].comparison, Comparison::greater_equal);
  EXPECT_EQ(several.all_of[1].values[0].kind, LiteralKind::number);
  EXPECT_EQ(several.all_of[2].comparison, Comparison::exists);
  EXPECT_THAT(several.all_of[2].values, IsEmpty());
  EXPECT_EQ(several.all_of[3].comparison, Comparison::not_exists);

  const Condition map =
      index_entry_of("when: {state: [open], version: 3}").when.value_or(Condition{});
  ASSERT_EQ(map.all_of.size(), 2U);
  EXPECT_EQ(map.all_of[0].comparison, Comparison::in);
  EXPECT_EQ(map.all_of[1].comparison, Comparison::equal);

  EXPECT_EQ(index_entry_of("when: state = open").when->all_of[0].comparison, Comparison::equal);
  EXPECT_THAT(texts(index_entry_of("when: \"title = 'it''s'\"").when->all_of[0].values),
              ElementsAre("it's"));
}

TEST(Language, ConditionsInBlockStyleNeedNoQuotes) {
  const Model model = model_of(
      replaced(small_model, "    indexes: {gsi1: {pk: \"STATE#{state}\", sk: \"{made_at}\"}}",
               "    indexes:\n      gsi1:\n        pk: STATE#{state}\n"
               "        sk: \"{made_at}\"\n        when: state in [open, done]\n"
               "        shards: auto"));
  const IndexEntry& entry = model.entities.at(0).indexes.at(0);
  EXPECT_THAT(texts(entry.when->all_of.at(0).values), ElementsAre("open", "done"));
  EXPECT_TRUE(entry.shards.automatic);
  EXPECT_EQ(entry.pk->key_template.parts.size(), 2U);
}

TEST(Language, Shards) {
  EXPECT_EQ(index_entry_of("shards: 8").shards.count, 8U);
  EXPECT_TRUE(index_entry_of("shards: auto").shards.automatic);
}

TEST(Language, Ranges) {
  const auto range_of = [](std::string_view range) {
    return pattern_of("{op: query, entity: Task, by: [state], range: " + std::string(range) + "}")
        .range.value_or(Range{});
  };
  EXPECT_EQ(range_of("made_at between").range_operator, RangeOperator::between);
  EXPECT_EQ(range_of("\"made_at >=\"").range_operator, RangeOperator::greater_equal);
  EXPECT_EQ(range_of("made_at >").range_operator, RangeOperator::greater);
  EXPECT_EQ(range_of("made_at <=").range_operator, RangeOperator::less_equal);
  EXPECT_EQ(range_of("made_at <").range_operator, RangeOperator::less);
  EXPECT_EQ(range_of("title   prefix").range_operator, RangeOperator::prefix);
  EXPECT_EQ(range_of("{field: made_at, op: \"<\"}").range_operator, RangeOperator::less);
  EXPECT_TRUE(range_of("made_at between").field.resolved());
}

TEST(Language, FurtherKeysOfReads) {
  const AccessPattern read = pattern_of(
      "{op: query, entity: Task, by: [state], order: made_at, max_items: 5, consistency: strong, "
      "reason: audit, "
      "expired: include, read_after_write: true, using: gsi1}");
  EXPECT_FALSE(read.order->descending);
  EXPECT_EQ(read.max_items->value, 5U);
  EXPECT_EQ(*read.expired, ExpiredItems::include);
  EXPECT_TRUE(read.read_after_write);
  EXPECT_EQ(read.reason->value, "audit");
  EXPECT_EQ(read.use_index->index, 0U);
  EXPECT_FALSE(
      pattern_of("{op: query, entity: Task, by: [state], using: gsi9}").use_index->resolved());
}

TEST(Language, ChangesAndConditionsOfWrites) {
  const AccessPattern patch = pattern_of(
      "{op: patch, entity: Task, by: task_id, set: [title], add: [version], remove: made_at, "
      "condition: \"version >= :least and state = open\"}");
  EXPECT_THAT(names(patch.by), ElementsAre("task_id"));
  EXPECT_THAT(names(patch.set), ElementsAre("title"));
  EXPECT_THAT(names(patch.add), ElementsAre("version"));
  EXPECT_THAT(names(patch.remove), ElementsAre("made_at"));
  ASSERT_EQ(patch.condition->all_of.size(), 2U);
  EXPECT_EQ(patch.condition->all_of[0].values[0].kind, LiteralKind::parameter);
  EXPECT_EQ(patch.condition->all_of[0].values[0].text, "least");
}

TEST(Language, AStepIsForEachOfAList) {
  const Model model = model_of(replaced(small_model, "  put_task:",
                                        "  all:\n    op: transact\n    steps: [{op: patch, "
                                        "entity: Task, by: [task_id], set: [state], each: {avg: 3, "
                                        "max: 9}}]\n"
                                        "  put_task:"));
  const AccessPattern* step = model.pattern_of(model.find_access_pattern("all")->steps[0]);
  ASSERT_NE(step, nullptr);
  EXPECT_TRUE(step->each);
  EXPECT_TRUE(step->is_many());
  EXPECT_EQ(step->items.avg->value, 3);
  EXPECT_EQ(step->items.max->value, 9U);
  EXPECT_FALSE(model.find_access_pattern("put_task")->is_many());
}

TEST(Language, TransactionsNameOrContainPatterns) {
  const std::string text = replaced(small_model, "  put_task:",
                                    "  both:\n    op: transact\n    steps: [put_task, {op: patch, "
                                    "entity: Task, by: [task_id], set: [state]}]\n"
                                    "  put_task:");
  const Model model = model_of(text);
  const AccessPattern& both = *model.find_access_pattern("both");
  EXPECT_THAT(both.returns, IsEmpty());
  ASSERT_EQ(both.steps.size(), 2U);
  EXPECT_EQ(model.pattern_of(both.steps[0]), model.find_access_pattern("put_task"));
  const AccessPattern* own = model.pattern_of(both.steps[1]);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(*own->operation, Operation::patch);
  EXPECT_EQ(own->name, "");
  EXPECT_TRUE(own->by[0].resolved());
  EXPECT_EQ(model.access_patterns.size(), 5U);
}

TEST(Language, FieldsOfACollectionAreFoundInAnyOfItsEntities) {
  const Model model =
      model_of(replaced(replaced(small_model, "  put_task:",
                                 "  whole: {op: query, returns: [Task, \"Note*\"], by: [task_id], "
                                 "order: line asc}\n  put_task:"),
                        "table:",
                        "  Note:\n    fields: {task_id: ulid, line: {type: int, min: 0, max: 99}}\n"
                        "    key: {pk: \"TASK#{task_id}\", sk: \"NOTE#{line}\"}\ntable:"));
  const AccessPattern& whole = *model.find_access_pattern("whole");
  EXPECT_EQ(whole.by[0].index, 0U);
  EXPECT_EQ(whole.order->field.index, 1U);
}

TEST(Language, UniquenessAndVersions) {
  const Model model = model_of(replaced(
      small_model, "    count: 1000\n",
      "    unique: {title_in_state: [state, title], id: task_id}\n    version: version\n"));
  const Entity& task = model.entities.at(0);
  ASSERT_EQ(task.unique.size(), 2U);
  EXPECT_EQ(task.unique[0].name, "title_in_state");
  EXPECT_THAT(names(task.unique[0].fields), ElementsAre("state", "title"));
  EXPECT_EQ(task.unique[1].fields[0].index, 0U);
  EXPECT_EQ(task.version->index, 4U);
  const Model brief = model_of(replaced(small_model, "    count: 1000\n", "    unique: [title]\n"));
  EXPECT_EQ(brief.entities.at(0).unique.at(0).name, "title");
  EXPECT_THAT(names(brief.entities.at(0).unique.at(0).fields), ElementsAre("title"));
}

TEST(Language, StatesMayRequireAndRemoveFields) {
  const Model model = model_of(replaced(
      replaced(small_model, "{from: open, to: done}", "{from: open, to: done, remove: [title]}"),
      "final: [done]", "final: [done], required: {open: [title]}"));
  const StateMachine& states = *model.entities.at(0).states;
  EXPECT_THAT(names(states.moves.at(0).remove), ElementsAre("title"));
  EXPECT_EQ(states.required.at(0).state.index, 0U);
  EXPECT_THAT(names(states.required.at(0).fields), ElementsAre("title"));
}

TEST(Language, StatesOutsideOfTheEnumAreLeftToTheChecker) {
  const Model model = model_of(replaced(small_model, "initial: open", "initial: opened"));
  EXPECT_FALSE(model.entities.at(0).states->initial.resolved());
}

TEST(Language, TheTtlMayBeGivenByTheCaller) {
  const Model model = model_of(replaced(small_model, "    count: 1000\n", "    ttl: version\n"));
  EXPECT_EQ(model.entities.at(0).ttl->field.name, "version");
  EXPECT_FALSE(model.entities.at(0).ttl->after.has_value());
  const auto after = [](const std::string& duration) {
    const Model timed = model_of(replaced(small_model, "    count: 1000\n",
                                          "    ttl: {field: version, after: " + duration + "}\n"));
    return timed.entities.at(0).ttl->after->value.count();
  };
  EXPECT_EQ(after("90s"), 90);
  EXPECT_EQ(after("15m"), 900);
  EXPECT_EQ(after("12h"), 43200);
  EXPECT_EQ(after("1d12h"), 129600);
  EXPECT_EQ(after("2w"), 1209600);
}

TEST(Language, SeveralTables) {
  const Model model = model_of(R"(keywright: 1
name: two
tenant: tenant_id
access_patterns: {}
entities:
  A: {table: hot, fields: {tenant_id: ulid}, key: {pk: "A#{tenant_id}"}}
  B: {table: cold, fields: {id: ulid}, key: {pk: "B#{id}", sk: B}}
tables:
  hot:
    keys: {partition: pk}
    billing: {mode: provisioned, read: 100, write: 50, autoscale: {max_read: 400, max_write: 200, target: 70}}
    stream: new_and_old_images
    class: infrequent_access
    encryption: customer_managed
    warm_throughput: {read: 12000, write: 4000}
    rebuildable: true
    point_in_time_recovery: true
  cold:
    name: archive-table
    keys: {partition: pk, sort: sk}
    billing: {mode: on_demand, max_read: 1000, max_write: 500}
    cdk: {removal: destroy}
)");
  ASSERT_EQ(model.tables.size(), 2U);
  const model::Table& hot = model.tables[0];
  const model::Table& cold = model.tables[1];
  EXPECT_EQ(model.table_of(model.entities.at(0)), &hot);
  EXPECT_EQ(model.table_of(model.entities.at(1)), &cold);
  EXPECT_EQ(hot.name, "hot");
  EXPECT_EQ(cold.name, "archive-table");
  EXPECT_EQ(cold.label, "cold");
  EXPECT_EQ(model.find_table("cold"), &cold);
  EXPECT_EQ(*hot.billing.mode, BillingMode::provisioned);
  EXPECT_EQ(hot.billing.read->value, 100U);
  EXPECT_EQ(hot.billing.autoscale->max_write->value, 200U);
  EXPECT_EQ(hot.billing.autoscale->target->value, 70);
  EXPECT_EQ(hot.stream->value, StreamView::new_and_old_images);
  EXPECT_EQ(*hot.table_class, TableClass::infrequent_access);
  EXPECT_EQ(*hot.encryption, Encryption::customer_managed);
  EXPECT_EQ(hot.warm_throughput->read->value, 12000U);
  EXPECT_TRUE(*hot.rebuildable);
  EXPECT_TRUE(hot.point_in_time_recovery.enabled);
  EXPECT_EQ(*hot.point_in_time_recovery.days, 35U);
  EXPECT_EQ(cold.billing.max_write->value, 500U);
  EXPECT_EQ(*cold.cdk.removal, RemovalPolicy::destroy);
  EXPECT_EQ(model.tenant->value, "tenant_id");
}

TEST(Language, OperationOfATable) {
  const Model model = model_of(R"(keywright: 1
name: watched
access_patterns: {}
entities:
  A: {table: first, rebuildable: true, fields: {id: ulid}, key: {pk: "A#{id}"}}
tables:
  first:
    keys: {partition: pk}
    stream:
      view: new_and_old_images
      consumers:
        indexer: {of: [A], needs: new_image, expired: apart}
        audit: {expired: alike}
    alarms: true
    contributor_insights: throttled_keys
  second: {keys: {partition: pk}}
)");
  const model::Table& first = model.tables.at(0);
  EXPECT_TRUE(*model.entities.at(0).rebuildable);
  EXPECT_EQ(first.stream->value, StreamView::new_and_old_images);
  ASSERT_EQ(first.consumers.size(), 2U);
  EXPECT_EQ(first.consumers[0].name, "indexer");
  ASSERT_EQ(first.consumers[0].entities.size(), 1U);
  EXPECT_EQ(first.consumers[0].entities[0].index, 0U);
  EXPECT_EQ(first.consumers[0].needs->value, StreamView::new_image);
  EXPECT_EQ(first.consumers[0].expired->value, ExpiryRecords::apart);
  EXPECT_EQ(first.consumers[1].expired->value, ExpiryRecords::alike);
  EXPECT_FALSE(first.consumers[1].needs);
  EXPECT_EQ(*first.alarms, Alarms::generated);
  EXPECT_EQ(first.contributor_insights->value, ContributorInsights::throttled_keys);
  const model::Table& second = model.tables.at(1);
  EXPECT_EQ(*second.alarms, Alarms::none);
  EXPECT_FALSE(second.contributor_insights);
  EXPECT_TRUE(second.consumers.empty());
}

TEST(Language, Waivers) {
  const Model model =
      model_of(replaced(small_model, "waive: []",
                        "waive:\n  - {rule: IDX007, on: Task.gsi1, reason: \"few moves\"}\n"
                        "  - {rule: CAP004, reason: small}"));
  ASSERT_EQ(model.waivers.size(), 2U);
  EXPECT_EQ(*model.waivers[0].rule, "IDX007");
  EXPECT_EQ(model.waivers[0].on->value, "Task.gsi1");
  EXPECT_EQ(*model.waivers[0].reason, "few moves");
  EXPECT_FALSE(model.waivers[1].on.has_value());
}

TEST(Language, AnIndexMayIncludeTheTagOfTheEntity) {
  const Model model =
      model_of(replaced(small_model, "projection: all", "projection: {include: [_type, title]}"));
  EXPECT_EQ(model.tables.at(0).indexes.at(0).projection.include.size(), 2U);
}

}  // namespace
}  // namespace keywright::model
