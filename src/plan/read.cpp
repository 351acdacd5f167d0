#include "plan/source_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

// Reads: every source is tried, what stands in the way is noted, and the cheapest that serves wins.

namespace keywright::plan {
namespace {

constexpr std::string_view key_separator = ", ";

std::string template_text(const model::Entity& entity, const KeyAttribute& attribute) {
  std::string text = attribute.name + ": ";
  for (const auto& part : attribute.parts) {
    text += part.field ? "{" + entity.fields[*part.field].name + "}" : part.literal;
  }
  return text;
}

bool is_cheaper(const ReadPlan& a, const ReadPlan& b) {
  if (a.cost.units != b.cost.units) return a.cost.units < b.cost.units;
  return a.filters.size() < b.filters.size();
}

}  // namespace

std::vector<std::string> field_names(const model::Entity& entity,
                                     const std::vector<std::size_t>& fields) {
  std::vector<std::string> result;
  for (const auto field : fields) result.push_back(entity.fields[field].name);
  return result;
}

Candidate SourceReader::evaluate() {
  check_the_index_meant();
  check_consistency();
  switch (pattern_.operation.value) {
    case model::Operation::get:
    case model::Operation::batch_get:
      plan_item();
      break;
    case model::Operation::scan:
      plan_scan();
      break;
    default:
      plan_query();
  }
  check_projection();
  candidate_.filters = static_cast<std::size_t>(
      std::count_if(plan_.filters.begin(), plan_.filters.end(),
                    [](const Filter& filter) { return !filter.sharpens_range; }));
  if (candidate_.reasons.empty()) {
    find_neighbours();
    estimate_cost();
    candidate_.plan = std::move(plan_);
  }
  return std::move(candidate_);
}

void SourceReader::refuse(Obstacle obstacle, std::size_t about, std::vector<std::string> fields,
                          model::Span span, std::vector<std::string> before) {
  Reason reason;
  reason.obstacle = obstacle;
  reason.entity = about;
  reason.fields = std::move(fields);
  reason.before = std::move(before);
  reason.span = span;
  candidate_.reasons.push_back(std::move(reason));
}

void SourceReader::check_the_index_meant() {
  if (!pattern_.use_index) return;
  const auto about = pattern_.returns.front().entity.index;
  if (!pattern_.use_index->resolved()) {
    refuse(Obstacle::unknown_index, about, {}, pattern_.use_index->span);
  } else if (index_ != pattern_.use_index->index) {
    refuse(Obstacle::not_the_index_meant, about, {}, pattern_.use_index->span);
  }
}

void SourceReader::check_consistency() {
  plan_.consistent = pattern_.consistency.value == model::Consistency::strong;
  if (plan_.consistent && index_ && !table_.indexes[*index_].local) {
    refuse(Obstacle::strong_on_global_index, pattern_.returns.front().entity.index, {},
           pattern_.consistency.span);
  }
}

bool SourceReader::has_key(std::size_t position) {
  if (planner_.model.table_of(entity(position)) != &table_) {
    refuse(planner_.keys[position].table ? Obstacle::other_table : Obstacle::no_key_design,
           position, {}, pattern_.returns_span);
    return false;
  }
  const auto* key = key_of(position);
  if (key == nullptr || key->partition.empty()) {
    const bool no_design = !planner_.keys[position].table;
    refuse(no_design ? Obstacle::no_key_design : Obstacle::not_in_source, position, {},
           pattern_.returns_span);
    return false;
  }
  return true;
}

void SourceReader::note_key(const EntityKey& key, std::size_t position) {
  if (!candidate_.key_text.empty()) return;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      if (!candidate_.key_text.empty()) candidate_.key_text += key_separator;
      candidate_.key_text += template_text(entity(position), attribute);
    }
  }
}

// A needed field that the index has not is refused with both prices: to project it, or to fetch.
void SourceReader::check_projection() {
  const auto& first = entity(pattern_.returns.front().entity.index);
  for (const auto& field : pattern_.fields) {
    if (field.resolved()) plan_.projected.push_back(field.index);
  }
  if (plan_.projected.size() == first.fields.size()) plan_.projected.clear();
  if (!index_) return;
  for (const auto& returned : pattern_.returns) {
    const auto position = returned.entity.index;
    const auto& definition = entity(position);
    Reason reason;
    for (std::size_t i = 0; i < definition.fields.size(); ++i) {
      // Whether an item has expired is asked of every item.
      const bool tells_expiry = definition.ttl &&
                                definition.ttl->field.name == definition.fields[i].name &&
                                *pattern_.expired == model::ExpiredItems::exclude;
      const bool is_filtered =
          std::any_of(plan_.filters.begin(), plan_.filters.end(), [&](const Filter& filter) {
            return filter.kind != Filter::Kind::is_type &&
                   entity(filter.entity).fields[filter.field].name == definition.fields[i].name;
          });
      const bool is_needed =
          tells_expiry || is_filtered || pattern_.fields.empty() ||
          std::any_of(pattern_.fields.begin(), pattern_.fields.end(),
                      [&](const auto& field) { return field.name == definition.fields[i].name; });
      if (!is_needed ||
          is_projected(table_, planner_.keys[position], index_, definition.fields[i])) {
        continue;
      }
      reason.fields.push_back(definition.fields[i].name);
      reason.extra_entry_bytes += field_size(definition.fields[i]).avg;
    }
    if (reason.fields.empty()) continue;
    reason.obstacle = Obstacle::not_projected;
    reason.entity = position;
    reason.span = pattern_.fields.empty() ? returned.span : pattern_.fields_span;
    const double items = pattern_.page ? static_cast<double>(**pattern_.page) : guessed_batch;
    reason.hydrate_units =
        items * read_units(item_size(planner_.model, definition).avg, ReadMode::eventual);
    candidate_.reasons.push_back(std::move(reason));
  }
}

// An index that leaves items out serves only a pattern that names it, or that cannot want them.
void SourceReader::check_partial(std::size_t position, const EntityKey& key) {
  const auto& definition = entity(position);
  std::vector<std::size_t> missing;
  bool is_partial = key.entry && definition.indexes[*key.entry].when;
  const Bindings bindings(planner_, pattern_, pattern_plan_, position);
  const bool is_scan = pattern_.operation.value == model::Operation::scan;
  std::vector<KeyAttribute> attributes = key.sort;
  if (is_scan) attributes.insert(attributes.end(), key.partition.begin(), key.partition.end());
  for (const auto& attribute : attributes) {
    for (const auto field : attribute.components()) {
      const bool is_asked_for = bindings.input_of(field) || bindings.range_field() == field ||
                                bindings.order_field() == field;
      if (definition.fields[field].optional && !is_asked_for) missing.push_back(field);
    }
  }
  is_partial = is_partial || !missing.empty();
  if (!is_partial) return;
  plan_.partial = true;
  if (!pattern_.use_index) {
    refuse(Obstacle::partial_source, position, field_names(definition, missing), pattern_.key);
  }
}

void SourceReader::plan_item() {
  const bool many = pattern_.operation.value == model::Operation::batch_get;
  plan_.access = many ? Access::batch_get_item : Access::get_item;
  const auto position = pattern_.returns.front().entity.index;
  if (!has_key(position)) return;
  const auto& key = *key_of(position);
  note_key(key, position);
  const Bindings bindings(planner_, pattern_, pattern_plan_, position);

  std::vector<std::size_t> missing;
  const auto add = [&](const KeyAttribute& attribute, std::vector<KeyExpression>& to) {
    auto bound = bind(attribute, position, bindings);
    if (bound.free) missing.push_back(*bound.free);
    for (const auto later : bound.later) {
      if (!bindings.input_of(later)) missing.push_back(later);
    }
    to.push_back(std::move(bound.prefix));
  };
  for (const auto& attribute : key.partition) add(attribute, plan_.partition);
  for (const auto& attribute : key.sort) add(attribute, plan_.sort_equal);
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());

  const auto span = pattern_.by_span.written() ? pattern_.by_span : pattern_.key;
  if (!missing.empty()) {
    refuse(Obstacle::key_unbound, position, field_names(entity(position), missing), span);
  }
  if (index_) {
    refuse(Obstacle::needs_query, position, {}, pattern_.operation.span);
    return;
  }
  std::vector<std::size_t> foreign;
  for (std::size_t field = 0; field < bindings.all().size(); ++field) {
    if (bindings.input_of(field) && !key.mentions(field)) foreign.push_back(field);
  }
  if (!foreign.empty()) {
    refuse(Obstacle::bound_not_in_key, position, field_names(entity(position), foreign), span);
  }
  ReturnedRange range;
  range.entity = position;
  range.cardinality = pattern_.returns.front().cardinality;
  range.single = true;
  if (!plan_.sort_equal.empty()) range.lower = range.upper = plan_.sort_equal.front();
  plan_.ranges.push_back(std::move(range));
}

void SourceReader::plan_scan() {
  plan_.access = Access::scan;
  for (const auto& returned : pattern_.returns) {
    const auto position = returned.entity.index;
    if (!has_key(position)) continue;
    note_key(*key_of(position), position);
    check_partial(position, *key_of(position));
    const Bindings bindings(planner_, pattern_, pattern_plan_, position);
    use_left_over(position, *key_of(position), bindings, {}, {}, std::nullopt);
    if (bindings.range_field() && allows_range(position, bindings)) {
      add_range_filter(position, *bindings.range_field());
    }
    ReturnedRange range;
    range.entity = position;
    range.cardinality = returned.cardinality;
    plan_.ranges.push_back(std::move(range));
  }
  check_filters();
}

void plan_read(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan) {
  if (pattern.returns.empty() || !pattern.returns.front().entity.resolved()) return;
  const auto& first = planner.entity(pattern.returns.front().entity.index);
  const auto* table = planner.model.table_of(first);
  if (table == nullptr) return;
  plan.candidates.push_back(SourceReader(planner, pattern, plan, *table, std::nullopt).evaluate());
  for (std::size_t index = 0; index < table->indexes.size(); ++index) {
    plan.candidates.push_back(SourceReader(planner, pattern, plan, *table, index).evaluate());
  }
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const auto& candidate = plan.candidates[i];
    if (!candidate.serves()) continue;
    if (!plan.chosen || is_cheaper(*candidate.plan, *plan.candidates[*plan.chosen].plan)) {
      plan.chosen = i;
    }
  }
}

}  // namespace keywright::plan
