#include "pattern_maker.hpp"

#include <algorithm>
#include <vector>

namespace keywright::random_proof {

void PatternMaker::pattern(const std::string& name, const std::string& text) {
  text_ += "  " + name + ": {" + text + ", rate: {peak: 1}}\n";
}

void PatternMaker::add(const EntityDraft& entity) {
  const auto low = lower(entity.name);
  const auto of = ", entity: " + entity.name;
  const auto by = ", by: [" + joined(entity.identity) + "]";
  pattern("get_" + low, "op: get" + of + by + (dice_.percent(30) ? ", consistency: strong" : "") +
                            some_fields(entity));
  pattern("create_" + low, "op: create" + of + maybe_condition(entity, 0));
  steps[entity.table].push_back("create_" + low);
  reads[entity.table].push_back("get_" + low);
  const bool puts = !entity.has_states || entity.has_version;
  if (puts && dice_.percent(60)) {
    pattern("put_" + low, "op: put" + of + maybe_condition(entity, 15));
    steps[entity.table].push_back("put_" + low);
  }
  if (dice_.percent(60)) {
    pattern("delete_" + low, "op: delete" + of + by + maybe_condition(entity, 25));
    steps[entity.table].push_back("delete_" + low);
  }
  for (int i = 1; i <= 2; ++i) add_patch(entity, "patch" + std::to_string(i) + "_" + low, by);
  if (!entity.has_states) {
    if (dice_.percent(40)) pattern("replace_" + low, "op: upsert" + of);
    if (dice_.percent(40)) add_upsert(entity, "write_" + low);
  } else {
    pattern("move_" + low, "op: transition" + of + by + maybe_condition(entity, 20));
  }
  const auto items = std::string(", items: {avg: 2, max: 40}");
  if (dice_.percent(40)) pattern("find_" + low, "op: batch_get" + of + by + items);
  const bool can_batch = !entity.has_states && !entity.has_version && !entity.is_unique;
  if (can_batch && dice_.percent(50)) {
    pattern("fill_" + low, "op: batch_put" + of + items);
    batches[entity.table].push_back("fill_" + low);
  }
  if (can_batch && dice_.percent(40)) {
    pattern("clear_" + low, "op: batch_delete" + of + by + items);
    batches[entity.table].push_back("clear_" + low);
  }
  if (dice_.percent(15)) {
    text_ += "  scan_" + low + ": {op: scan" + of +
             ", page: 10, kind: admin, reason: repairs, rate: {peak: 0.01}}\n";
  }
  int number = 0;
  if (!entity.place.sort.empty()) add_lists(entity, entity.place, number);
  for (const auto& place : entity.places) add_lists(entity, place, number);
}

std::string PatternMaker::some_fields(const EntityDraft& entity) {
  if (!dice_.percent(20)) return "";
  Names all;
  for (const auto& field : entity.fields) all.push_back(field.name);
  const auto wanted = dice_.some(all, 40);
  return wanted.empty() ? "" : ", fields: [" + joined(wanted) + "]";
}

std::string PatternMaker::maybe_condition(const EntityDraft& entity, std::size_t chance) {
  if (!dice_.percent(chance)) return "";
  const auto& field = dice_.pick(entity.fields);
  auto test = test_of(entity, field, dice_);
  if (field.kind == Kind::whole && !entity.is_special(field.name) && dice_.percent(60)) {
    test = field.name + (dice_.percent(50) ? " >= :" : " <> :") + "limit_of_it";
  }
  return test.empty() ? "" : ", condition: \"" + test + "\"";
}

void PatternMaker::add_patch(const EntityDraft& entity, const std::string& name,
                             const std::string& by) {
  const auto changes = changes_of(entity);
  if (changes.empty()) return;
  const auto text =
      "op: patch, entity: " + entity.name + by + changes + maybe_condition(entity, 20);
  pattern(name, text);
  steps[entity.table].push_back(name);
  eaches[entity.table].push_back("{" + text + ", each: {avg: 2, max: 20}}");
}

// All of `always` are among those set.
std::string PatternMaker::changes_of(const EntityDraft& entity, const Names& always) {
  const auto settable = fields_where(entity, [&](const FieldDraft& field) {
    return !entity.is_special(field.name) && !field.immutable;
  });
  const auto optional = fields_where(
      entity, [&](const FieldDraft& field) { return field.optional && !field.immutable; });
  const auto addable = fields_where(entity, [&](const FieldDraft& field) {
    const bool is_unique =
        std::find(entity.unique.begin(), entity.unique.end(), field.name) != entity.unique.end();
    if (!field.adds() || entity.is_special(field.name) || field.immutable || is_unique) {
      return false;
    }
    return std::none_of(entity.places.begin(), entity.places.end(), [&](const Place& place) {
      return std::find(place.partition.begin(), place.partition.end(), field.name) !=
                 place.partition.end() ||
             std::find(place.sort.begin(), place.sort.end(), field.name) != place.sort.end();
    });
  });
  auto set = dice_.some(settable, 35);
  const auto remove = dice_.some(optional, 35);
  for (const auto& name : without(always, set)) set.push_back(name);
  const auto add = without(without(dice_.some(addable, 40), set), remove);
  std::string text;
  if (!set.empty()) text += ", set: [" + joined(set) + "]";
  if (!add.empty()) text += ", add: [" + joined(add) + "]";
  if (!remove.empty()) text += ", remove: [" + joined(remove) + "]";
  return text;
}

void PatternMaker::add_upsert(const EntityDraft& entity, const std::string& name) {
  // What it leaves as it is stored is not known, if it need not be there or must be unique.
  const auto open = fields_where(entity, [&](const FieldDraft& field) {
    return !entity.is_special(field.name) && !field.immutable &&
           (field.optional || std::find(entity.unique.begin(), entity.unique.end(), field.name) !=
                                  entity.unique.end());
  });
  const auto changes = changes_of(entity, open);
  if (!changes.empty()) pattern(name, "op: upsert, entity: " + entity.name + changes);
}

void PatternMaker::add_lists(const EntityDraft& entity, const Place& place, int& number) {
  for (int i = 0; i < 2; ++i) {
    if (!dice_.percent(place.index.empty() ? 60 : 75)) continue;
    const auto bound = dice_.below(place.sort.size() + 1);
    Names by = place.partition;
    by.insert(by.end(), place.sort.begin(), place.sort.begin() + static_cast<long>(bound));
    std::string text = "op: query, entity: " + entity.name + ", by: [" + joined(by) + "]";
    if (bound < place.sort.size()) text += range_of(entity.field(place.sort[bound]));
    static const Names kPages = {"1", "2", "3", "10"};
    text += ", page: " + dice_.pick(kPages);
    if (!place.index.empty()) text += ", using: " + place.index;
    text += place.is_whole ? some_fields(entity) : ", fields: [" + joined(place.projected) + "]";
    pattern("list" + std::to_string(++number) + "_" + lower(entity.name), text);
  }
}

std::string PatternMaker::range_of(const FieldDraft& field) {
  std::string text;
  const bool is_text = field.type.starts_with("{type: string");
  if (field.has_order() && dice_.percent(50)) {
    static const Names kRanges = {"between", ">=", ">", "<=", "<"};
    const auto range = is_text && dice_.percent(50) ? "prefix" : dice_.pick(kRanges);
    text += ", range: \"" + field.name + " " + range + "\"";
  }
  if (field.has_order() && dice_.percent(60))
    text += ", order: " + field.name + (dice_.percent(50) ? " asc" : " desc");
  return text;
}

}  // namespace keywright::random_proof
