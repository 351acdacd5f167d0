#pragma once

// The kinds of change between two designs: one row each, with what it asks of whoever deploys it.
//
// The rows are constants; everything here may be read from any thread, and nothing fails.

#include <span>
#include <string_view>

namespace keywright::diff {

// Of two, the later one is the graver.
enum class Impact {
  safe,      // one deploy or release, in any order
  callers,   // generated functions or types change: code that calls them has to
  staged,    // several deploys, in order
  backfill,  // items that are there have to be written
  replaces,  // another table comes in the place of this one
};

[[nodiscard]] std::string_view to_text(Impact impact);  // "safe", "callers": also in JSON
[[nodiscard]] std::string_view title(Impact impact);    // "needs a backfill"

// When items are written, seen from the release of code generated from the new model.
enum class Moment {
  none,
  before,   // old code does not mind, and new code cannot do without
  paused,   // neither code can read what the other writes
  after,    // new code does it for what it writes, and this is for the rest
  cleanup,  // once nobody needs the items
};

enum class Kind {
  table_added,
  table_removed,
  table_renamed,
  table_key_changed,
  local_index_changed,
  index_added,
  index_removed,
  index_changed,
  index_of_new_table,
  billing_changed,
  capacity_changed,
  maximum_changed,
  table_class_changed,
  ttl_enabled,
  ttl_disabled,
  ttl_moved,
  stream_enabled,
  stream_disabled,
  stream_view_changed,
  encryption_changed,
  recovery_changed,
  recovery_disabled,
  protection_changed,
  warm_throughput_changed,
  warm_throughput_lowered,
  construct_changed,
  removal_changed,
  insights_changed,
  entity_added,
  entity_removed,
  entity_removed_in_collection,
  entity_renamed,
  entity_moved,
  key_changed,
  key_form_changed,
  index_entry_added,
  index_entry_by_fields,
  index_entry_changed,
  index_entry_form_changed,
  index_entry_condition_changed,
  index_entry_removed,
  index_entry_gone,
  field_added,
  field_added_required,
  field_renamed,
  field_removed,
  field_type_changed,
  field_type_widened,
  field_required,
  field_optional,
  field_default_changed,
  field_limits_changed,
  field_marks_changed,
  enum_value_added,
  enum_value_removed,
  lifetime_added,
  lifetime_changed,
  lifetime_removed,
  states_changed,
  move_added,
  move_removed,
  move_changed,
  state_requires_more,
  unique_added,
  unique_removed,
  unique_changed,
  version_changed,
  pattern_added,
  pattern_removed,
  pattern_renamed,
  pattern_changed,
  pattern_ordered_otherwise,
  pattern_behaves_otherwise,
  pattern_served_otherwise,
  estimates_changed,
  model_name_changed,
  model_settings_changed,
};

struct KindInfo {
  Kind kind;
  Impact impact;
  std::string_view id;    // "index_added"
  std::string_view rule;  // of the catalogue; may be empty
  Moment moment;          // of its backfill
  std::string_view why;   // what it means for a table that is in use
  std::string_view mend;  // how it is made without harm; may be empty
};

[[nodiscard]] std::span<const KindInfo> kinds();
[[nodiscard]] const KindInfo& info(Kind kind);

}  // namespace keywright::diff
