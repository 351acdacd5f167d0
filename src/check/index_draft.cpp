#include "check/index_draft.hpp"

#include "check/disguise.hpp"
#include "check/key_places.hpp"
#include "check/text.hpp"
#include "plan/key_range.hpp"
#include "plan/size.hpp"
#include <keywright/item.hpp>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Field;
using model::TypeKind;

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

bool contains(const std::vector<std::size_t>& fields, std::size_t field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

std::size_t position_of(const model::Entity& entity, const std::string& name) {
  const auto* field = entity.find_field(name);
  return static_cast<std::size_t>(field - entity.fields.data());
}

// Another entity's field of that name would be a key attribute of another type (KEY006).
bool clashes(const model::Model& model, const model::Entity& entity, const Field& field) {
  return std::any_of(model.entities.begin(), model.entities.end(), [&](const auto& other) {
    const auto* same = other.find_field(field.name);
    return other.table.index == entity.table.index && same != nullptr &&
           model::attribute_type(same->type.kind) != model::attribute_type(field.type.kind);
  });
}

}  // namespace

IndexDraft::IndexDraft(const model::Model& model, const plan::Plan& plan,
                       const model::AccessPattern& pattern)
    : model_(&model),
      plan_(&plan),
      position_(pattern.entity().index),
      entity_(&model.entities[position_]) {
  for (const auto& bound : pattern.by) partition_.push_back(position_of(*entity_, bound.name));
  if (pattern.range) sort_ = {position_of(*entity_, pattern.range->field.name)};
  if (pattern.order) {
    const auto ordered = position_of(*entity_, pattern.order->field.name);
    if (!sort_.empty() && sort_.front() != ordered) {
      refused_.push_back(fmt::format("a range of {} in the order of {}, as a key has one order",
                                     field(sort_.front()).name, field(ordered).name));
    }
    sort_ = {ordered};
  }
  // One value has no order.
  if (!sort_.empty() && contains(partition_, sort_.front())) {
    if (pattern.range) {
      refused_.push_back(fmt::format("a range of {}, which is bound", field(sort_.front()).name));
    }
    sort_.clear();
  }
  if (*pattern.consistency == model::Consistency::strong) {
    refused_.emplace_back("a strong read, as an index outside the table offers eventual ones");
  }
  if (model.tenant) {
    const auto tenant = std::find_if(partition_.begin(), partition_.end(), [&](auto position) {
      return field(position).name == **model.tenant;
    });
    if (tenant == partition_.end()) {
      refused_.push_back(fmt::format("a query across tenants: bind {}", **model.tenant));
    } else {
      std::rotate(partition_.begin(), tenant, tenant + 1);
    }
  }
  for (const auto& wanted : pattern.fields) wanted_.push_back(wanted.index);
  const bool tells_expiry = entity_->ttl && *pattern.expired == model::ExpiredItems::exclude;
  if (tells_expiry && !wanted_.empty()) wanted_.push_back(entity_->ttl->field.index);
}

bool IndexDraft::absorb(const IndexDraft& other) {
  const auto sorted = [](std::vector<std::size_t> fields) {
    std::sort(fields.begin(), fields.end());
    return fields;
  };
  const bool is_same_half =
      position_ == other.position_ && sorted(partition_) == sorted(other.partition_);
  const bool can_share = sort_.empty() || other.sort_.empty() || sort_ == other.sort_;
  if (!is_same_half || !can_share || !refused_.empty() || !other.refused_.empty()) return false;
  if (sort_.empty()) sort_ = other.sort_;
  if (wanted_.empty() || other.wanted_.empty()) {
    wanted_.clear();
  } else {
    wanted_.insert(wanted_.end(), other.wanted_.begin(), other.wanted_.end());
  }
  return true;
}

std::vector<std::string> IndexDraft::partition() const {
  std::vector<std::string> names;
  for (const auto position : partition_) names.push_back(field(position).name);
  return names;
}

// Half of a key is text, or all of it fields as they are.
bool IndexDraft::is_native(Half half) const {
  const auto& fields = fields_of(half);
  return !std::all_of(fields.begin(), fields.end(),
                      [&](auto position) { return fits_key(field(position).type.kind, false); });
}

std::string IndexDraft::why_unfit(std::size_t position, bool native) const {
  const auto& type = field(position).type;
  const auto& name = field(position).name;
  if (!fits_key(type.kind, native)) {
    return fmt::format("{} (it is of type {})", name, model::to_text(type.kind));
  }
  if (native && clashes(*model_, *entity_, field(position))) {
    return fmt::format("{} (another entity has one of another type)", name);
  }
  if (native && type.min_size().value_or(1) == 0) return name + " (it may be empty)";
  const bool is_sort = contains(sort_, position);
  const bool sorts_otherwise = is_sort && (!plan::lists_values_as_text_sorts(type) ||
                                           !plan::sorts_as_field(type, native, ""));
  if (sorts_otherwise) return name + " (its values sort otherwise as text)";
  const bool is_ordered = ordered_use(*model_, position_, field(position)).pattern != nullptr;
  if (disguise_of(field(position)) != Disguise::none && is_ordered) {
    return name + " (text does not sort as its values do)";
  }
  return {};
}

void IndexDraft::add_unfit(Half half, std::vector<std::string>& reasons) const {
  const auto& fields = fields_of(half);
  if (fields.empty()) return;
  const bool native = is_native(half);
  const auto before = reasons.size();
  for (const auto position : fields) {
    auto reason = why_unfit(position, native);
    if (!reason.empty()) reasons.push_back(std::move(reason));
  }
  if (reasons.size() != before) return;
  if (native && fields.size() > model::most_key_attributes) {
    reasons.push_back(fmt::format("{} attributes", fields.size()));
  }
  const auto most = half == Half::sort ? kMaxSortKeySize : kMaxPartitionKeySize;
  const auto check_length = [&](const plan::KeyAttribute& key) {
    if (key.type == model::AttributeType::number) return;
    const auto longest = plan::longest_key(*entity_, key);
    if (longest && *longest <= most) return;
    std::vector<std::string> names;
    for (const auto position : key.components()) names.push_back(field(position).name);
    reasons.push_back(fmt::format(
        "{} ({}, and a key has at most {})", listed(names),
        longest ? fmt::format("up to {} bytes", *longest) : std::string("without a max"), most));
  };
  auto key = attribute(half);
  if (!native) return check_length(key);
  // Each field is an attribute of its own.
  const auto parts = std::move(key.parts);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    key.type = model::attribute_type(field(fields[i]).type.kind);
    key.parts = {parts[i]};
    check_length(key);
  }
}

std::vector<std::string> IndexDraft::unfit() const {
  auto reasons = refused_;
  add_unfit(Half::partition, reasons);
  add_unfit(Half::sort, reasons);
  return reasons;
}

// What keeps a sort key of text from being empty.
std::string IndexDraft::sort_literal() const {
  const auto& type = field(sort_.front()).type;
  const bool may_be_empty = type.kind == TypeKind::string && type.min_size().value_or(0) == 0;
  return may_be_empty ? upper(field(sort_.front()).name) + "#" : "";
}

// The key as the planner would have it, for its length.
plan::KeyAttribute IndexDraft::attribute(Half half) const {
  const auto& fields = fields_of(half);
  plan::KeyAttribute key;
  key.native = is_native(half);
  if (key.native) key.type = model::attribute_type(field(fields.front()).type.kind);
  for (const auto position : fields) {
    if (!key.native) {
      plan::KeyPart literal;
      literal.literal = half == Half::sort ? sort_literal() : upper(field(position).name) + "##";
      key.parts.push_back(std::move(literal));
    }
    plan::KeyPart component;
    component.field = position;
    key.parts.push_back(component);
  }
  return key;
}

// "TOPIC#{topic}#STATUS#{status}", {field: hash}, or [hash, size]
std::string IndexDraft::half_text(Half half) const {
  const auto& fields = fields_of(half);
  std::vector<std::string> parts;
  if (is_native(half)) {
    for (const auto position : fields) parts.push_back(field(position).name);
    return parts.size() == 1 ? "{field: " + parts.front() + "}" : '[' + join(parts, ", ") + ']';
  }
  if (half == Half::sort) return quoted(sort_literal() + "{" + field(fields.front()).name + "}");
  for (const auto position : fields) {
    const auto& name = field(position).name;
    parts.push_back(fmt::format("{}#{{{}}}", upper(name), name));
  }
  return quoted(join(parts, "#"));
}

std::string IndexDraft::key() const {
  auto text = "{pk: " + half_text(Half::partition);
  if (!sort_.empty()) text += ", sk: " + half_text(Half::sort);
  return text + "}";
}

std::string IndexDraft::attributes(Half half, const std::string& composed) const {
  if (!is_native(half)) return composed;
  std::vector<std::string> names;
  for (const auto position : fields_of(half)) names.push_back(field(position).name);
  return names.size() == 1 ? names.front() : '[' + join(names, ", ") + ']';
}

// What a projection has to name: key attributes are in the index anyway, and may not be listed.
std::vector<std::string> IndexDraft::included() const {
  std::vector<std::string> names;
  const auto* table = model_->table_of(*entity_);
  for (std::size_t i = 0; i < entity_->fields.size(); ++i) {
    if (!contains(wanted_, i)) continue;
    const auto& name = field(i).name;
    const bool is_own_key = (contains(partition_, i) && is_native(Half::partition)) ||
                            (contains(sort_, i) && is_native(Half::sort));
    const bool is_key_of_table = table != nullptr && (table->partition.name == name ||
                                                      (table->sort && table->sort->name == name));
    if (!is_own_key && !is_key_of_table) names.push_back(name);
  }
  return names;
}

std::string IndexDraft::index(const std::string& name) const {
  auto text = "{partition: " + attributes(Half::partition, name + "pk");
  if (!sort_.empty()) text += ", sort: " + attributes(Half::sort, name + "sk");
  const auto is_optional = [&](auto position) { return field(position).optional; };
  const bool is_sparse = std::any_of(partition_.begin(), partition_.end(), is_optional) ||
                         std::any_of(sort_.begin(), sort_.end(), is_optional);
  if (is_sparse) text += fmt::format(", sparse: [{}]", entity_->name);
  if (!wanted_.empty()) {
    const auto names = included();
    text += names.empty() ? std::string(", projection: keys_only")
                          : fmt::format(", projection: {{include: [{}]}}", join(names, ", "));
  }
  return text + "}";
}

bool IndexDraft::is_key(std::size_t position) const {
  return contains(partition_, position) || contains(sort_, position);
}

bool IndexDraft::is_projected(std::size_t position) const {
  return wanted_.empty() || contains(wanted_, position);
}

// The keys of the index, those of the table, and what the pattern needs.
plan::Size IndexDraft::entry_size() const {
  plan::Size size;
  constexpr double name_bytes = 6;  // gsi1pk
  const auto add = [&](double bytes) { size += {bytes, bytes, bytes, false}; };
  for (const auto half : {Half::partition, Half::sort}) {
    if (!fields_of(half).empty() && !is_native(half)) {
      size += plan::key_size(*entity_, attribute(half));
      add(name_bytes);
    }
  }
  if (wanted_.empty()) {
    size += plan::item_size(*model_, *entity_);
    return size;
  }
  for (std::size_t i = 0; i < entity_->fields.size(); ++i) {
    if (is_projected(i)) size += plan::field_size(field(i));
  }
  if (const auto& key = plan_->keys[position_].table) {
    for (const auto* half : {&key->partition, &key->sort}) {
      for (const auto& each : *half) size += plan::key_size(*entity_, each);
    }
  }
  return size;
}

// Writes of the entry per write of the item: two where a key of the index changes, as it moves.
int IndexDraft::entry_writes(const plan::WritePlan& write) const {
  const bool is_update = write.request == plan::WriteRequest::update_item ||
                         write.request == plan::WriteRequest::transact_write_items;
  if (!is_update || write.changes.empty()) return 1;
  int writes = 0;
  for (const auto& change : write.changes) {
    if (is_key(change.field)) return 2;
    if (is_projected(change.field)) writes = 1;
  }
  return writes;
}

double IndexDraft::average_writes() const {
  double items = 0;
  double writes = 0;
  for (const auto& pattern : plan_->patterns) {
    const auto& rate = model_->access_patterns[pattern.pattern].rate;
    const double calls = rate.peak ? **rate.peak : rate.avg ? **rate.avg : 1;
    for (const auto& write : pattern.writes) {
      if (write.entity != position_) continue;
      const auto share = calls * write.cost.items / static_cast<double>(pattern.writes.size());
      items += share;
      writes += share * entry_writes(write);
    }
  }
  return items > 0 ? writes / items : 1;
}

}  // namespace keywright::check
