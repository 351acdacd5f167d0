// The reference model, every part of it, as the other layers see it.

#include "model/reader.hpp"
#include "model_test_support.hpp"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string read_file(const std::string& name) {
  std::ifstream file(std::string(KEYWRIGHT_MODELS) + "/" + name, std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> names(const std::vector<FieldRef>& references) {
  std::vector<std::string> result;
  for (const FieldRef& reference : references) {
    EXPECT_TRUE(reference.resolved()) << reference.name;
    result.push_back(reference.name);
  }
  return result;
}

template <typename T>
std::vector<std::string> all_names(const std::vector<T>& things) {
  std::vector<std::string> result;
  for (const T& thing : things) result.push_back(thing.name);
  return result;
}

std::vector<std::string> parts(const KeyTemplate& key_template) {
  std::vector<std::string> result;
  for (const TemplatePart& part : key_template.parts) {
    const bool literal = part.kind == TemplatePartKind::literal;
    result.push_back(literal ? part.text : "{" + part.field.name + "}");
  }
  return result;
}

class ReferenceModel : public ::testing::Test {
 protected:
  ReferenceModel() : result_(read_model(read_file("research.model.yaml"), "research.model.yaml")) {
    EXPECT_EQ(render_text(result_.diagnostics, result_.source), "");
    if (result_.model) model_ = *result_.model;
  }

  const AccessPattern& pattern(const std::string& name) const {
    const AccessPattern* found = model_.find_access_pattern(name);
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }
  const Entity& entity(const std::string& name) const {
    const Entity* found = model_.find_entity(name);
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }
  std::string text(const Span& span) const { return pointed_at(result_, span); }

  ReadResult result_;
  Model model_;
};

TEST_F(ReferenceModel, Head) {
  EXPECT_EQ(model_.file_name, "research.model.yaml");
  EXPECT_EQ(*model_.name, "research");
  EXPECT_EQ(text(model_.name.span), "research");
  EXPECT_EQ(text(model_.name.key), "name");
  EXPECT_EQ(*model_.profile, Profile::production);
  ASSERT_EQ(model_.targets.size(), 2U);
  EXPECT_EQ(*model_.targets[0], Target::aws);
  EXPECT_EQ(*model_.targets[1], Target::embedded);
  EXPECT_TRUE(model_.has_entities);
  EXPECT_TRUE(model_.has_tables);
  EXPECT_THAT(model_.waivers, IsEmpty());
}

TEST_F(ReferenceModel, PatternsKeepTheirOrder) {
  EXPECT_THAT(all_names(model_.access_patterns),
              ElementsAre("get_job", "get_job_with_findings", "list_jobs_by_status", "get_finding",
                          "create_job", "transition_status", "put_findings", "put_report",
                          "get_debug", "get_raw_fetch", "put_raw_fetch"));
}

TEST_F(ReferenceModel, AGet) {
  const AccessPattern& get_job = pattern("get_job");
  EXPECT_EQ(*get_job.operation, Operation::get);
  EXPECT_EQ(text(get_job.operation.span), "get");
  EXPECT_EQ(text(get_job.key), "get_job");
  EXPECT_EQ(get_job.key.begin.line, 7U);
  EXPECT_EQ(get_job.key.begin.column, 3U);
  EXPECT_EQ(model_.entity(get_job.entity()), &entity("Job"));
  EXPECT_EQ(get_job.returns.front().cardinality, Cardinality::optional);
  EXPECT_FALSE(get_job.is_collection);
  EXPECT_THAT(names(get_job.by), ElementsAre("job_id"));
  EXPECT_EQ(text(get_job.by_span), "[job_id]");
  EXPECT_EQ(*get_job.consistency, Consistency::strong);
  EXPECT_EQ(get_job.rate.peak->value, 100);
  EXPECT_EQ(get_job.rate.avg->value, 20);
  EXPECT_EQ(*get_job.kind, PatternKind::hot);
  EXPECT_FALSE(get_job.kind.written());
  EXPECT_EQ(pattern("get_debug").kind.value, PatternKind::admin);
  EXPECT_EQ(pattern("get_debug").rate.peak->value, 0.1);
  EXPECT_THAT(names(pattern("get_finding").by), ElementsAre("job_id", "finding_id"));
}

TEST_F(ReferenceModel, ACollection) {
  const AccessPattern& whole = pattern("get_job_with_findings");
  EXPECT_TRUE(whole.is_collection);
  ASSERT_EQ(whole.returns.size(), 3U);
  EXPECT_EQ(whole.returns[0].entity.name, "Job");
  EXPECT_EQ(whole.returns[0].cardinality, Cardinality::one);
  EXPECT_EQ(whole.returns[1].entity.name, "Finding");
  EXPECT_EQ(whole.returns[1].cardinality, Cardinality::many);
  EXPECT_EQ(text(whole.returns[1].span), "\"Finding*\"");
  EXPECT_EQ(text(whole.returns[1].entity.span), "Finding");
  EXPECT_EQ(whole.returns[2].cardinality, Cardinality::optional);
  EXPECT_EQ(model_.entity(whole.returns[2].entity), &entity("Report"));
  EXPECT_EQ(whole.max_items->value, 202U);
  EXPECT_FALSE(whole.page.has_value());
}

TEST_F(ReferenceModel, AList) {
  const AccessPattern& list = pattern("list_jobs_by_status");
  EXPECT_EQ(*list.operation, Operation::query);
  EXPECT_EQ(list.returns.front().cardinality, Cardinality::many);
  EXPECT_THAT(names(list.by), ElementsAre("status"));
  ASSERT_TRUE(list.order.has_value());
  EXPECT_EQ(list.order->field.name, "created_at");
  EXPECT_TRUE(list.order->field.resolved());
  EXPECT_TRUE(list.order->descending);
  EXPECT_EQ(text(list.order->span), "created_at desc");
  EXPECT_EQ(text(list.order->field.span), "created_at");
  EXPECT_EQ(list.page->value, 50U);
  EXPECT_THAT(names(list.fields), ElementsAre("job_id", "status", "topic", "created_at"));
  EXPECT_FALSE(list.rate.avg.has_value());
}

TEST_F(ReferenceModel, Writes) {
  EXPECT_EQ(*pattern("create_job").operation, Operation::create);
  EXPECT_EQ(pattern("create_job").returns.front().cardinality, Cardinality::one);
  EXPECT_EQ(*pattern("transition_status").operation, Operation::transition);
  const AccessPattern& batch = pattern("put_findings");
  EXPECT_EQ(*batch.operation, Operation::batch_put);
  EXPECT_EQ(batch.items.avg->value, 20);
  EXPECT_EQ(batch.items.max->value, 200U);
  EXPECT_EQ(batch.returns.front().cardinality, Cardinality::many);
}

TEST_F(ReferenceModel, EntitiesAndFields) {
  EXPECT_THAT(all_names(model_.entities),
              ElementsAre("Job", "Finding", "Report", "JobDebug", "RawFetch"));
  const Entity& job = entity("Job");
  EXPECT_EQ(text(job.key_span), "Job");
  EXPECT_EQ(job.count->value, 200000U);
  EXPECT_THAT(all_names(job.fields),
              ElementsAre("job_id", "status", "created_at", "topic", "error"));
  EXPECT_EQ(job.fields[0].type.kind, TypeKind::ulid);
  EXPECT_EQ(job.fields[0].type.min_size(), 26);
  EXPECT_EQ(job.fields[1].type.kind, TypeKind::enumeration);
  ASSERT_EQ(job.fields[1].type.values.size(), 4U);
  EXPECT_EQ(*job.fields[1].type.values[2], "succeeded");
  EXPECT_EQ(text(job.fields[1].type.values[2].span), "succeeded");
  EXPECT_EQ(job.fields[1].type.max_size(), 9);
  EXPECT_TRUE(job.fields[2].immutable);
  EXPECT_EQ(job.fields[3].type.avg->value, 60);
  EXPECT_EQ(job.fields[3].type.max->value, 500);
  EXPECT_EQ(text(job.fields[3].type.max->key), "max");
  EXPECT_FALSE(job.fields[3].optional);
  EXPECT_TRUE(job.fields[4].optional);
  EXPECT_EQ(entity("Report").fields[1].type.max->value, 300000);
  EXPECT_EQ(entity("JobDebug").fields[1].type.kind, TypeKind::json);
  EXPECT_EQ(entity("JobDebug").fields[2].type.kind, TypeKind::epoch_seconds);
  EXPECT_EQ(entity("RawFetch").fields[1].type.kind, TypeKind::binary);
}

TEST_F(ReferenceModel, CharsetsAndLengths) {
  const FieldType& type = entity("Finding").find_field("finding_id")->type;
  EXPECT_EQ(type.length->value, 16);
  EXPECT_EQ(type.min_size(), 16);
  EXPECT_EQ(type.max_size(), 16);
  EXPECT_EQ(type.charset->text, "[0-9a-f]");
  ASSERT_EQ(type.charset->ranges.size(), 2U);
  EXPECT_TRUE(type.charset->contains('7'));
  EXPECT_TRUE(type.charset->contains('f'));
  EXPECT_FALSE(type.charset->contains('g'));
  EXPECT_FALSE(type.charset->contains('#'));
}

TEST_F(ReferenceModel, Keys) {
  const Entity& job = entity("Job");
  ASSERT_TRUE(job.key.pk && job.key.sk);
  EXPECT_EQ(job.key.pk->form, KeyForm::composed);
  EXPECT_THAT(parts(job.key.pk->key_template), ElementsAre("JOB#", "{job_id}"));
  EXPECT_THAT(names(job.key.pk->components()), ElementsAre("job_id"));
  EXPECT_EQ(text(job.key.pk->key_template.parts[0].span), "JOB#");
  EXPECT_EQ(text(job.key.pk->key_template.parts[1].span), "{job_id}");
  EXPECT_EQ(text(job.key.pk->key_template.parts[1].field.span), "job_id");
  EXPECT_EQ(text(job.key.pk->span), "\"JOB#{job_id}\"");
  EXPECT_THAT(parts(job.key.sk->key_template), ElementsAre("METADATA"));
  EXPECT_EQ(text(job.key.key), "key");
  ASSERT_EQ(job.indexes.size(), 1U);
  const IndexEntry& entry = job.indexes.front();
  EXPECT_EQ(model_.index_of(job, entry), model_.tables.front().find_index("gsi1"));
  EXPECT_THAT(parts(entry.pk->key_template), ElementsAre("STATUS#", "{status}"));
  EXPECT_THAT(parts(entry.sk->key_template), ElementsAre("{created_at}"));
  EXPECT_FALSE(entry.when.has_value());
  EXPECT_EQ(entry.shards.count, 1U);
  EXPECT_FALSE(entry.shards.automatic);
}

TEST_F(ReferenceModel, StateMachine) {
  const Entity& job = entity("Job");
  ASSERT_TRUE(job.states.has_value());
  const StateMachine& states = *job.states;
  EXPECT_EQ(states.field.index, 1U);
  EXPECT_EQ(states.initial.name, "queued");
  EXPECT_EQ(states.initial.index, 0U);
  ASSERT_EQ(states.final_states.size(), 2U);
  EXPECT_EQ(states.final_states[1].index, 3U);
  EXPECT_THAT(all_names(states.moves), ElementsAre("start", "succeed", "fail"));
  const Move& fail = states.moves[2];
  ASSERT_EQ(fail.from.size(), 2U);
  EXPECT_EQ(fail.from[1].index, 1U);
  EXPECT_EQ(fail.to.index, 3U);
  EXPECT_THAT(names(fail.set), ElementsAre("error"));
  ASSERT_EQ(fail.also_put.size(), 1U);
  EXPECT_EQ(model_.entity(fail.also_put.front()), &entity("JobDebug"));
  ASSERT_EQ(states.moves[0].from.size(), 1U);
  EXPECT_EQ(states.moves[0].from[0].name, "queued");
}

TEST_F(ReferenceModel, LifetimesAndCounts) {
  using std::chrono_literals::operator""h;
  const Entity& debug = entity("JobDebug");
  EXPECT_EQ(debug.ttl->field.index, 2U);
  EXPECT_EQ(debug.ttl->after->value, 7 * 24h);
  EXPECT_EQ(entity("RawFetch").ttl->after->value, 30 * 24h);
  EXPECT_FALSE(entity("Job").ttl.has_value());
  const PerParent& per_job = *entity("Finding").per_parent;
  EXPECT_EQ(model_.entity(per_job.parent), &entity("Job"));
  EXPECT_EQ(per_job.avg->value, 20);
  EXPECT_EQ(per_job.max->value, 200U);
  EXPECT_EQ(entity("Report").per_parent->max->value, 1U);
}

TEST_F(ReferenceModel, Table) {
  ASSERT_EQ(model_.tables.size(), 1U);
  const model::Table& table = model_.tables.front();
  EXPECT_EQ(table.name, "app-table");
  EXPECT_EQ(table.label, "app-table");
  EXPECT_EQ(table.partition.name, "pk");
  EXPECT_EQ(table.sort->name, "sk");
  ASSERT_EQ(table.indexes.size(), 1U);
  const TableIndex& gsi1 = table.indexes.front();
  EXPECT_FALSE(gsi1.local);
  ASSERT_EQ(gsi1.partition.size(), 1U);
  EXPECT_EQ(gsi1.partition[0].name, "gsi1pk");
  ASSERT_EQ(gsi1.sort.size(), 1U);
  EXPECT_EQ(gsi1.sort[0].name, "gsi1sk");
  ASSERT_TRUE(gsi1.sparse.has_value());
  ASSERT_EQ(gsi1.sparse->size(), 1U);
  EXPECT_EQ(model_.entity(gsi1.sparse->front()), &entity("Job"));
  EXPECT_EQ(gsi1.projection.kind, ProjectionKind::all);
  EXPECT_EQ(table.ttl->value, "expires_at");
  EXPECT_EQ(*table.billing.mode, BillingMode::on_demand);
  EXPECT_TRUE(table.point_in_time_recovery.enabled);
  EXPECT_EQ(*table.point_in_time_recovery.days, 35U);
  EXPECT_TRUE(*table.deletion_protection);
  EXPECT_EQ(*table.cdk.construct, CdkConstruct::table);
  EXPECT_EQ(*table.cdk.removal, RemovalPolicy::retain);
  for (const Entity& one : model_.entities) EXPECT_EQ(model_.table_of(one), &table);
}

TEST_F(ReferenceModel, ReadsTheSameWithOtherLineBreaksAndAByteOrderMark) {
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : result_.source.text()) {
    if (c == '\n') crlf.push_back('\r');
    crlf.push_back(c);
  }
  const ReadResult again = read_model(crlf, "research.model.yaml");
  EXPECT_EQ(render_text(again.diagnostics, again.source), "");
  ASSERT_TRUE(again.model.has_value());
  const AccessPattern& get_job = again.model->access_patterns.front();
  EXPECT_EQ(get_job.key.begin.line, 7U);
  EXPECT_EQ(get_job.key.begin.column, 3U);
  EXPECT_EQ(pointed_at(again, get_job.key), "get_job");
}

TEST_F(ReferenceModel, CopiesKeepTheirReferences) {
  const Model copy = model_;
  EXPECT_EQ(copy.entity(copy.access_patterns.front().entity()), copy.find_entity("Job"));
}

}  // namespace
}  // namespace keywright::model
