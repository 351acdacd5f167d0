#include "engine_model.hpp"

#include <algorithm>

namespace keywright::model_test {
namespace {

const Tree* attribute(const Attributes* item, const std::string& name) {
  if (item == nullptr) return nullptr;
  const auto found = item->find(name);
  return found == item->end() ? nullptr : &found->second;
}

/// False unless both are strings, numbers or binaries.
bool is_less(const Tree& a, const Tree& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const auto* text = std::get_if<std::string>(&a.value)) {
    return *text < std::get<std::string>(b.value);
  }
  if (const auto* number = std::get_if<Number>(&a.value)) {
    return *number < std::get<Number>(b.value);
  }
  if (const auto* binary = std::get_if<Binary>(&a.value)) {
    return *binary < std::get<Binary>(b.value);
  }
  return false;
}

bool meets(const RangeCondition& condition, const KeyValue& value) {
  switch (condition.kind) {
    case RangeCondition::equal:
      return value == condition.value;
    case RangeCondition::less:
      return value < condition.value;
    case RangeCondition::less_equal:
      return value <= condition.value;
    case RangeCondition::greater:
      return value > condition.value;
    case RangeCondition::greater_equal:
      return value >= condition.value;
    case RangeCondition::between:
      return value >= condition.value && value <= condition.upper;
    case RangeCondition::begins_with:
      if (const auto* text = std::get_if<std::string>(&value)) {
        return text->starts_with(std::get<std::string>(condition.value));
      }
      return std::get<Binary>(value).bytes.starts_with(std::get<Binary>(condition.value).bytes);
  }
  return false;
}

/// Every attribute that is part of a key of the index.
std::vector<KeyPart> parts_of(const IndexSpec& index) {
  std::vector<KeyPart> parts = index.hash;
  parts.insert(parts.end(), index.range.begin(), index.range.end());
  return parts;
}

bool index_keys_allow(const TableSpec& spec, const Attributes& item, const Attributes* before) {
  for (const IndexSpec& index : spec.indexes) {
    for (const KeyPart& part : parts_of(index)) {
      const Tree* value = attribute(&item, part.name);
      if (value == nullptr || key_value(*value, part.type)) continue;
      const Tree* old_value = attribute(before, part.name);
      if (old_value == nullptr || !(*old_value == *value)) return false;
    }
  }
  return true;
}

Attributes projected(const TableSpec& spec, const IndexSpec& index, const Attributes& item) {
  if (index.projection == ProjectionType::all) return item;
  std::vector<std::string> names = index.include;
  for (const KeyPart& part : parts_of(index)) names.push_back(part.name);
  names.push_back(spec.hash.name);
  if (spec.range) names.push_back(spec.range->name);
  Attributes held;
  for (const auto& name : names) {
    if (const Tree* value = attribute(&item, name)) held[name] = *value;
  }
  return held;
}

/// The values of the parts; nullopt if the item lacks one or has one that can be no key.
std::optional<std::vector<KeyValue>> key_values(const std::vector<KeyPart>& parts,
                                                const Attributes& item) {
  std::vector<KeyValue> values;
  for (const KeyPart& part : parts) {
    const Tree* value = attribute(&item, part.name);
    const auto key = value != nullptr ? key_value(*value, part.type) : std::nullopt;
    if (!key) return std::nullopt;
    values.push_back(*key);
  }
  return values;
}

}  // namespace

const IndexSpec* TableSpec::find_index(const std::string& index) const {
  for (const IndexSpec& candidate : indexes) {
    if (candidate.name == index) return &candidate;
  }
  return nullptr;
}

bool holds(const Condition& condition, const Attributes* item) {
  const Tree* value = attribute(item, condition.name);
  switch (condition.kind) {
    case Condition::exists:
      return value != nullptr;
    case Condition::missing:
      return value == nullptr;
    case Condition::equal:
      return value != nullptr && *value == condition.constant;
    case Condition::unequal:
      return value == nullptr || !(*value == condition.constant);
    case Condition::less:
      return value != nullptr && is_less(*value, condition.constant);
    case Condition::negation:
      return !holds(condition.parts[0], item);
    case Condition::both:
      return holds(condition.parts[0], item) && holds(condition.parts[1], item);
    case Condition::either:
      return holds(condition.parts[0], item) || holds(condition.parts[1], item);
  }
  return false;
}

std::optional<KeyValue> key_value(const Tree& value, AttributeType type) {
  switch (type) {
    case AttributeType::string:
      if (const auto* text = std::get_if<std::string>(&value.value); text && !text->empty()) {
        return *text;
      }
      return std::nullopt;
    case AttributeType::number:
      if (const auto* number = std::get_if<Number>(&value.value)) return *number;
      return std::nullopt;
    default:
      if (const auto* binary = std::get_if<Binary>(&value.value);
          binary && !binary->bytes.empty()) {
        return *binary;
      }
      return std::nullopt;
  }
}

Tree tree_of(const KeyValue& value) {
  return std::visit(
      [](const auto& held) {
        Tree tree;
        tree.value = held;
        return tree;
      },
      value);
}

std::size_t accounted_size(const Attributes& item) {
  std::size_t size = 0;
  for (const auto& [name, value] : item) size += name.size() + generators::accounted_size(value);
  return size;
}

void Model::create_index(const std::string& table, const IndexSpec& index) {
  tables_.at(table).spec.indexes.push_back(index);
}

void Model::delete_index(const std::string& table, const std::string& index) {
  std::erase_if(tables_.at(table).spec.indexes,
                [&](const IndexSpec& candidate) { return candidate.name == index; });
}

const TableSpec& Model::spec(const std::string& table) const {
  return tables_.at(table).spec;
}

std::vector<std::string> Model::tables() const {
  std::vector<std::string> names;
  for (const auto& [name, table] : tables_) names.push_back(name);
  return names;
}

std::optional<Model::Place> Model::place_of(const TableSpec& spec, const Attributes& item,
                                            bool only_key) {
  std::vector<KeyPart> parts{spec.hash};
  if (spec.range) parts.push_back(*spec.range);
  if (only_key && item.size() != parts.size()) return std::nullopt;
  const auto values = key_values(parts, item);
  if (!values) return std::nullopt;
  return Place{values->at(0), spec.range ? values->at(1) : KeyValue()};
}

std::optional<const Attributes*> Model::find(const std::string& table,
                                             const Attributes& key) const {
  const Table& searched = tables_.at(table);
  const auto place = place_of(searched.spec, key, true);
  if (!place) return std::nullopt;
  const auto partition = searched.items.find(place->hash);
  if (partition == searched.items.end()) return nullptr;
  const auto item = partition->second.find(place->range);
  return item == partition->second.end() ? nullptr : &item->second;
}

std::optional<Attributes> Model::updated(const TableSpec& spec, const Write& write,
                                         const Attributes* before, bool& invalid) {
  Attributes after = before != nullptr ? *before : write.item;
  bool creates = write.changes.empty();
  for (const Change& change : write.changes) {
    creates = creates || change.kind != Change::remove;
    const Tree* old_value = attribute(before, change.name);
    switch (change.kind) {
      case Change::set:
        after[change.name] = change.value;
        break;
      case Change::remove:
        after.erase(change.name);
        break;
      case Change::copy: {
        const Tree* source = attribute(before, change.source);
        if (source == nullptr) {
          invalid = true;
        } else {
          after[change.name] = *source;
        }
        break;
      }
      case Change::add: {
        const Number delta = std::get<Number>(change.value.value);
        const Tree zero{Number(0)};
        const auto* number =
            std::get_if<Number>(old_value != nullptr ? &old_value->value : &zero.value);
        const auto sum = number != nullptr ? Number::add(*number, delta) : std::nullopt;
        if (sum) {
          after[change.name] = Tree{*sum};
        } else {
          invalid = true;
        }
        break;
      }
    }
  }
  if (invalid || (before == nullptr && !creates)) return std::nullopt;
  invalid = !index_keys_allow(spec, after, before);
  return after;
}

Model::Effect Model::effect(const Write& write) const {
  const Table& table = tables_.at(write.table);
  const TableSpec& spec = table.spec;
  const bool is_put = write.kind == Write::put;
  const Effect invalid{Verdict::invalid, {}, {}};
  const auto place = place_of(spec, write.item, !is_put);
  if (!place || (is_put && !index_keys_allow(spec, write.item, nullptr))) return invalid;
  for (const Change& change : write.changes) {
    if (change.name == spec.hash.name) return invalid;
    if (spec.range && change.name == spec.range->name) return invalid;
  }

  Attributes key{{spec.hash.name, tree_of(place->hash)}};
  if (spec.range) key[spec.range->name] = tree_of(place->range);
  const Attributes* before = *find(write.table, key);
  Effect effect;
  if (before != nullptr) effect.before = *before;
  if (write.condition && !holds(*write.condition, before)) {
    effect.verdict = Verdict::condition_failed;
    return effect;
  }
  if (is_put) effect.after = write.item;
  if (write.kind == Write::check) effect.after = effect.before;
  if (write.kind == Write::update) {
    bool bad = false;
    effect.after = updated(spec, write, before, bad);
    if (bad) return invalid;
  }
  return effect;
}

void Model::apply(const Write& write, const Effect& effect) {
  Table& table = tables_.at(write.table);
  const auto place = *place_of(table.spec, write.item, write.kind != Write::put);
  if (effect.after) {
    table.items[place.hash][place.range] = *effect.after;
  } else {
    table.items[place.hash].erase(place.range);
  }
}

bool Model::same_item(const Write& a, const Write& b) const {
  if (a.table != b.table) return false;
  const TableSpec& of = spec(a.table);
  const auto place_a = place_of(of, a.item, a.kind != Write::put);
  const auto place_b = place_of(of, b.item, b.kind != Write::put);
  return place_a && place_b && *place_a == *place_b;
}

std::vector<Entry> Model::entries(const std::string& table, const std::string& index) const {
  const Table& searched = tables_.at(table);
  const IndexSpec* of = index.empty() ? nullptr : searched.spec.find_index(index);
  std::vector<Entry> entries;
  for (const auto& [hash, partition] : searched.items) {
    for (const auto& [range, item] : partition) {
      if (of == nullptr) {
        entries.push_back({{hash}, {range}, item, item});
        continue;
      }
      const auto index_hash = key_values(of->hash, item);
      auto order = key_values(of->range, item);
      if (!index_hash || !order) continue;
      order->push_back(hash);
      order->push_back(range);
      entries.push_back({*index_hash, *order, projected(searched.spec, *of, item), item});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.hash, a.order) < std::tie(b.hash, b.order);
  });
  return entries;
}

std::vector<Entry> Model::query(const std::string& table, const std::string& index,
                                const std::vector<KeyValue>& hash,
                                const std::vector<RangeCondition>& range) const {
  std::vector<Entry> found;
  for (Entry& entry : entries(table, index)) {
    bool meets_all = entry.hash == hash;
    for (std::size_t i = 0; i < range.size() && meets_all; ++i) {
      meets_all = meets(range[i], entry.order[i]);
    }
    if (meets_all) found.push_back(std::move(entry));
  }
  return found;
}

}  // namespace keywright::model_test
