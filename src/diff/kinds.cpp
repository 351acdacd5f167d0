#include "diff/kinds.hpp"

#include <cstddef>

namespace keywright::diff {
namespace {

using enum Impact;

// In the order of Kind.
constexpr KindInfo rows[] = {
    {Kind::table_added, safe, "table_added", "", Moment::none, "it is created with its indexes",
     ""},
    {Kind::table_removed, replaces, "table_removed", "EVO001", Moment::none,
     "a deploy deletes it with its items, unless its removal policy retains it; then nobody "
     "manages it",
     "keep it in the model until its items are copied (keywright copy) or of no use"},
    {Kind::table_renamed, replaces, "table_renamed", "EVO001", Moment::none,
     "a deploy makes another table, which is empty, and deletes this one or leaves it to itself",
     "keep the name; or create the new table beside the old one, copy the items and switch over"},
    {Kind::table_key_changed, replaces, "table_key_changed", "EVO001", Moment::none,
     "DynamoDB changes no key of a table: a deploy makes another one, which is empty",
     "keep the keys; or create the new table under another name, copy the items and switch over"},
    {Kind::local_index_changed, replaces, "local_index_changed", "EVO001", Moment::none,
     "local indexes are made with their table and never change: a deploy makes another table, "
     "which "
     "is empty",
     "declare a global index instead; or create the new table under another name, copy the items "
     "and switch over"},
    {Kind::index_added, staged, "index_added", "", Moment::none,
     "one index is created per deploy; until DynamoDB has filled it, queries of it find too little",
     ""},
    {Kind::index_removed, staged, "index_removed", "", Moment::none,
     "one index is deleted per deploy; queries of it fail from then on",
     "delete it last, once no running code queries it"},
    {Kind::index_changed, staged, "index_changed", "EVO003", Moment::none,
     "DynamoDB changes no index: the deploy fails",
     "give the index a new name in the model: create that, switch over, delete the old one later"},
    {Kind::index_of_new_table, safe, "index_of_new_table", "", Moment::none,
     "the table is made anew, and the index with it", ""},
    {Kind::billing_changed, safe, "billing_changed", "", Moment::none,
     "no interruption; to on demand four times in 24 hours", ""},
    {Kind::capacity_changed, safe, "capacity_changed", "", Moment::none,
     "no interruption; capacity is lowered four times a day, then once in an hour", ""},
    {Kind::maximum_changed, safe, "maximum_changed", "", Moment::none,
     "no interruption; requests above it are throttled", ""},
    {Kind::table_class_changed, safe, "table_class_changed", "", Moment::none,
     "no interruption; possible twice in 30 days", ""},
    {Kind::ttl_enabled, safe, "ttl_enabled", "", Moment::none,
     "no interruption; items whose time has passed are deleted from then on", ""},
    {Kind::ttl_disabled, safe, "ttl_disabled", "", Moment::none,
     "no interruption; nothing expires from then on, and storage grows", ""},
    {Kind::ttl_moved, staged, "ttl_moved", "", Moment::none,
     "DynamoDB changes no attribute of time to live: the deploy fails",
     "disable it, deploy, and enable it on the other attribute an hour later"},
    {Kind::stream_enabled, safe, "stream_enabled", "", Moment::none, "no interruption", ""},
    {Kind::stream_disabled, callers, "stream_disabled", "", Moment::none,
     "its consumers get nothing from then on, and its records are gone a day later",
     "stop its consumers first"},
    {Kind::stream_view_changed, staged, "stream_view_changed", "", Moment::none,
     "DynamoDB changes no view of a stream: the deploy fails",
     "disable the stream once its consumers are done, deploy, and enable it anew; it has another "
     "ARN "
     "then"},
    {Kind::encryption_changed, safe, "encryption_changed", "", Moment::none,
     "no interruption; who reads and writes needs rights on the key", ""},
    {Kind::recovery_changed, safe, "recovery_changed", "", Moment::none, "no interruption", ""},
    {Kind::recovery_disabled, safe, "recovery_disabled", "", Moment::none,
     "no interruption; what was there to be restored is lost at once", ""},
    {Kind::protection_changed, safe, "protection_changed", "", Moment::none, "no interruption", ""},
    {Kind::warm_throughput_changed, safe, "warm_throughput_changed", "", Moment::none,
     "no interruption; it is raised and never lowered, and billed once", ""},
    {Kind::warm_throughput_lowered, staged, "warm_throughput_lowered", "", Moment::none,
     "DynamoDB lowers no warm throughput: the deploy fails",
     "keep it: it is paid for once, and costs nothing from then on"},
    {Kind::construct_changed, staged, "construct_changed", "EVO006", Moment::none,
     "the two constructs are resources of two types: a deploy would create a second table of this "
     "name, "
     "and fails",
     "retain the table, take it out of the stack, and import it under the new construct (cdk "
     "import)"},
    {Kind::removal_changed, safe, "removal_changed", "", Moment::none,
     "it says what becomes of the table when it leaves the stack", ""},
    {Kind::insights_changed, safe, "insights_changed", "", Moment::none,
     "no interruption; CloudWatch bills the events that it counts", ""},
    {Kind::entity_added, safe, "entity_added", "", Moment::none, "its items are new", ""},
    {Kind::entity_removed, callers, "entity_removed", "", Moment::cleanup,
     "its functions are gone; its items stay in the table", ""},
    {Kind::entity_removed_in_collection, Impact::backfill, "entity_removed_in_collection", "",
     Moment::before,
     "its items stay where others are read with them, and a collection that meets one fails",
     "delete its items before the release"},
    {Kind::entity_renamed, Impact::backfill, "entity_renamed", "", Moment::paused,
     "the attribute _type of each item has the old name, which the new code does not know",
     "keep the name in the model"},
    {Kind::entity_moved, Impact::backfill, "entity_moved", "EVO004", Moment::paused,
     "its items are in the other table", "copy them before the release"},
    {Kind::key_changed, Impact::backfill, "key_changed", "EVO004", Moment::paused,
     "items under the old key are not found, and no item changes its key: each is put anew and the "
     "old "
     "one deleted",
     "declare the new form as an entity of its own, write both, rewrite the rest, then drop the "
     "old one"},
    {Kind::key_form_changed, Impact::backfill, "key_form_changed", "EVO005", Moment::paused,
     "the same value gives another key: items that are there are not found, and ranges mix two "
     "forms",
     "keep the form; or give the new form a field and a template of its own, and rewrite the "
     "items"},
    {Kind::index_entry_added, Impact::backfill, "index_entry_added", "EVO004", Moment::after,
     "items that are there lack the key, and so are not in the index",
     "write the key with the new code, backfill the rest, then query the index"},
    {Kind::index_entry_by_fields, safe, "index_entry_by_fields", "", Moment::none,
     "items have these attributes already, so DynamoDB fills the index itself", ""},
    {Kind::index_entry_changed, Impact::backfill, "index_entry_changed", "EVO004", Moment::after,
     "items that are there are in the index under the old key",
     "a new index for the new key keeps the old one right until everything is moved"},
    {Kind::index_entry_form_changed, Impact::backfill, "index_entry_form_changed", "EVO005",
     Moment::after,
     "the same value gives another key: queries miss the items that are there, and lists mix two "
     "orders",
     "keep the form, or make a new index for the new one and switch over once it is filled"},
    {Kind::index_entry_condition_changed, Impact::backfill, "index_entry_condition_changed",
     "EVO004", Moment::after, "items that are there are in the index, or not, by the old condition",
     "backfill after the release; until then lists have too many entries or too few"},
    {Kind::index_entry_removed, Impact::backfill, "index_entry_removed", "EVO004", Moment::after,
     "items that are there stay in the index until its key is removed from them",
     "remove the key from each item"},
    {Kind::index_entry_gone, safe, "index_entry_gone", "", Moment::none,
     "the key stays in the items as an attribute that nobody reads", ""},
    {Kind::field_added, safe, "field_added", "", Moment::none,
     "items that are there read as without it, or with its default", ""},
    {Kind::field_added_required, Impact::backfill, "field_added_required", "", Moment::before,
     "items that are there lack it, and cannot be read",
     "declare it optional, or with a default, until every item has it"},
    {Kind::field_renamed, Impact::backfill, "field_renamed", "", Moment::before,
     "items that are there have the attribute under its old name, which new code does not read",
     "keep the name; two fields that are not one are told apart if the new one comes a release "
     "before the old one goes"},
    {Kind::field_removed, callers, "field_removed", "", Moment::none,
     "the attribute stays in the items until one is put anew", ""},
    {Kind::field_type_changed, Impact::backfill, "field_type_changed", "", Moment::paused,
     "the values that are there cannot be read as the new type",
     "give the new form a new name, backfill it from the old one, then drop that"},
    {Kind::field_type_widened, callers, "field_type_widened", "", Moment::none,
     "the values that are there can be read as the new type", ""},
    {Kind::field_required, Impact::backfill, "field_required", "", Moment::before,
     "items that lack it cannot be read",
     "keep it optional, or give it a default, until every item has it"},
    {Kind::field_optional, callers, "field_optional", "", Moment::none,
     "old code cannot read items without it: release readers before writers", ""},
    {Kind::field_default_changed, safe, "field_default_changed", "", Moment::none,
     "items that lack it read otherwise", ""},
    {Kind::field_limits_changed, safe, "field_limits_changed", "", Moment::none,
     "items that are there are read as they are; what is written is held to the new limits", ""},
    {Kind::field_marks_changed, safe, "field_marks_changed", "", Moment::none,
     "it concerns writes to come", ""},
    {Kind::enum_value_added, callers, "enum_value_added", "", Moment::none,
     "old code cannot read it: release readers before writers", ""},
    {Kind::enum_value_removed, Impact::backfill, "enum_value_removed", "", Moment::before,
     "items that have it cannot be read", "keep the value until no item has it"},
    {Kind::lifetime_added, safe, "lifetime_added", "", Moment::none,
     "it concerns items to come; those that are there have no time to expire", ""},
    {Kind::lifetime_changed, safe, "lifetime_changed", "", Moment::none,
     "it concerns items to come; those that are there keep their time", ""},
    {Kind::lifetime_removed, Impact::backfill, "lifetime_removed", "", Moment::before,
     "items that are there have a time at which DynamoDB deletes them",
     "remove the attribute from each item"},
    {Kind::states_changed, callers, "states_changed", "", Moment::none,
     "what may set the state changes", ""},
    {Kind::move_added, safe, "move_added", "", Moment::none, "a new function", ""},
    {Kind::move_removed, callers, "move_removed", "", Moment::none, "its function is gone", ""},
    {Kind::move_changed, callers, "move_changed", "", Moment::none, "its function is another", ""},
    {Kind::state_requires_more, Impact::backfill, "state_requires_more", "", Moment::before,
     "items that are in the state may lack it", "set it in those items first"},
    {Kind::unique_added, Impact::backfill, "unique_added", "", Moment::after,
     "what is in the table holds no value of its own, so that a second item may take it",
     "find the doubles first, and put a sentinel for each value"},
    {Kind::unique_removed, safe, "unique_removed", "", Moment::cleanup,
     "the sentinels of its values stay in the table, and nobody reads them", ""},
    {Kind::unique_changed, Impact::backfill, "unique_changed", "", Moment::after,
     "the sentinels that are there are of the old values",
     "put the new sentinels, then delete the old ones"},
    {Kind::version_changed, callers, "version_changed", "", Moment::none,
     "updates take, or no longer take, the version that was read", ""},
    {Kind::pattern_added, safe, "pattern_added", "", Moment::none, "a new function", ""},
    {Kind::pattern_removed, callers, "pattern_removed", "", Moment::none, "its function is gone",
     ""},
    {Kind::pattern_renamed, callers, "pattern_renamed", "", Moment::none,
     "its function has another name", ""},
    {Kind::pattern_changed, callers, "pattern_changed", "", Moment::none,
     "its function takes or gives something else", ""},
    {Kind::pattern_ordered_otherwise, callers, "pattern_ordered_otherwise", "", Moment::none,
     "its items come the other way round, and a cursor handed out before goes on the other way",
     ""},
    {Kind::pattern_behaves_otherwise, safe, "pattern_behaves_otherwise", "", Moment::none,
     "its function is the same, and does it in another way", ""},
    {Kind::pattern_served_otherwise, safe, "pattern_served_otherwise", "", Moment::none,
     "the same function, from another key", ""},
    {Kind::estimates_changed, safe, "estimates_changed", "", Moment::none,
     "a number for checks and costs", ""},
    {Kind::model_name_changed, callers, "model_name_changed", "", Moment::none,
     "the namespace of the generated code has another name", ""},
    {Kind::model_settings_changed, safe, "model_settings_changed", "", Moment::none,
     "it concerns checks and what is generated", ""},
};

}  // namespace

std::string_view to_text(Impact impact) {
  switch (impact) {
    case safe:
      return "safe";
    case callers:
      return "callers";
    case staged:
      return "staged";
    case Impact::backfill:
      return "backfill";
    case replaces:
      break;
  }
  return "replaces";
}

std::string_view title(Impact impact) {
  switch (impact) {
    case safe:
      return "safe";
    case callers:
      return "callers have to change";
    case staged:
      return "staged: one deploy after the other";
    case Impact::backfill:
      return "needs a backfill";
    case replaces:
      break;
  }
  return "replaces the table";
}

std::span<const KindInfo> kinds() {
  return rows;
}

const KindInfo& info(Kind kind) {
  return rows[static_cast<std::size_t>(kind)];
}

}  // namespace keywright::diff
