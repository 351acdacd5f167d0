#include "verify/sentinels.hpp"

#include "verify/expressions.hpp"
#include "verify/items.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

constexpr std::string_view kOwner = "owner";
constexpr std::string_view kSort = "UNIQUE";

using Values = std::vector<std::optional<AttributeValue>>;  // of the fields of a rule

// nullopt if a field has no value: then nothing is kept.
std::optional<Key> sentinel_key(const Context& context, std::size_t entity, std::size_t rule,
                                const Values& values) {
  const auto& definition = context.entity(entity);
  const auto& unique = definition.unique[rule];
  auto text = "UNIQUE#" + definition.name + "#" + unique.name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) return std::nullopt;
    text += '#' + key_component(definition.field(unique.fields[i]).type, *values[i]);
  }
  const auto& design = *context.plan.keys[entity].table;
  ItemBuilder key;
  key.set_string(design.partition.front().name, text);
  if (!design.sort.empty()) key.set_string(design.sort.front().name, kSort);
  return key.build();
}

// The key of the item that has the value, as a list.
AttributeValue owner_of(const Context& context, std::size_t entity, const Key& key) {
  const auto& design = *context.plan.keys[entity].table;
  std::vector<AttributeValue> parts;
  for (const auto* half : {&design.partition, &design.sort}) {
    for (const auto& attribute : *half) {
      if (const auto value = key.find(attribute.name)) parts.emplace_back(*value);
    }
  }
  return AttributeValue::list(parts);
}

std::optional<std::size_t> ttl_field(const model::Entity& entity) {
  const bool has_one = entity.ttl && entity.ttl->field.resolved();
  return has_one ? std::optional(entity.ttl->field.index) : std::nullopt;
}

Item kept_item(const Context& context, std::size_t entity, const Key& sentinel, const Key& owner,
               const std::optional<AttributeValue>& expiry) {
  ItemBuilder item(sentinel);
  item.set(kOwner, owner_of(context, entity, owner));
  const auto& definition = context.entity(entity);
  if (expiry) item.set(definition.fields[*ttl_field(definition)].name, *expiry);
  return item.build();
}

class Changes {
 public:
  Changes(const Write& write, const Arguments& arguments)
      : write_(write), plan_(write.write), arguments_(arguments) {}

  [[nodiscard]] Key owner() const {
    if (!plan_.key.empty()) return key_of(write_.context, plan_.key, arguments_);
    return key_of(write_.context, *whole_item());
  }

  [[nodiscard]] std::vector<Sentinel> find() const {
    std::vector<Sentinel> found;
    for (const auto& unique : plan_.unique) {
      auto before = key_from(unique.rule, unique.before);
      auto after = key_from(unique.rule, unique.after);
      if (before && after && *before == *after) {
        before.reset();
        if (!changes_expiry()) after.reset();
      }
      const auto table = write_.entity().table.index;
      if (before) found.push_back({table, *std::move(before), std::nullopt});
      if (after) {
        auto item = kept_item(write_.context, plan_.entity, *after, owner(), expiry());
        found.push_back({table, *std::move(after), std::move(item)});
      }
    }
    return found;
  }

 private:
  [[nodiscard]] const Sample* whole_item() const {
    for (const auto input : plan_.inputs) {
      if (arguments_.items[input] && arguments_.items[input]->entity == plan_.entity) {
        return &*arguments_.items[input];
      }
    }
    return nullptr;
  }

  [[nodiscard]] std::optional<Key> key_from(std::size_t rule,
                                            const std::vector<plan::KeyTerm>& terms) const {
    if (terms.empty()) return std::nullopt;
    Values values;
    for (const auto& term : terms) values.push_back(value_of(rule, term));
    return sentinel_key(write_.context, plan_.entity, rule, values);
  }

  [[nodiscard]] std::optional<AttributeValue> value_of(std::size_t rule,
                                                       const plan::KeyTerm& term) const {
    if (term.constant) return AttributeValue(*term.constant);
    for (std::size_t i = 0; i < plan_.changes.size(); ++i) {
      if (plan_.changes[i].input != term.input || plan_.changes[i].field != term.field) continue;
      if (arguments_.choices[i] == Choice::remove) return std::nullopt;
      if (arguments_.choices[i] == Choice::leave) return stored(rule, term.field);
    }
    return arguments_.value(*term.input, term.field);
  }

  // As the caller knows it.
  [[nodiscard]] std::optional<AttributeValue> stored(std::size_t rule, std::size_t field) const {
    for (const auto& unique : plan_.unique) {
      if (unique.rule != rule) continue;
      for (const auto& term : unique.before) {
        if (term.field == field && term.input) return arguments_.value(*term.input, field);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool changes_expiry() const {
    const auto field = ttl_field(write_.entity());
    if (!field) return false;
    if (write_.write.request == plan::WriteRequest::put_item) return true;
    for (std::size_t i = 0; i < plan_.changes.size(); ++i) {
      if (plan_.changes[i].field == *field) return arguments_.choices[i] != Choice::leave;
    }
    return false;
  }

  [[nodiscard]] std::optional<AttributeValue> expiry() const {
    const auto field = ttl_field(write_.entity());
    if (!field) return std::nullopt;
    for (std::size_t i = 0; i < plan_.changes.size(); ++i) {
      const auto& change = plan_.changes[i];
      if (change.field != *field || arguments_.choices[i] == Choice::leave) continue;
      if (arguments_.choices[i] == Choice::remove || !change.input) return std::nullopt;
      return arguments_.value(*change.input, *field);
    }
    if (const auto* item = whole_item()) return (*item)[*field];
    for (const auto& guard : plan_.guards) {
      if (guard.field == *field) return arguments_.value(guard.input, *field);
    }
    return std::nullopt;
  }

  const Write& write_;
  const plan::WritePlan& plan_;
  const Arguments& arguments_;
};

}  // namespace

std::vector<Sentinel> sentinels_of(const Context& context, const Sample& sample) {
  const auto& entity = context.entity(sample.entity);
  std::vector<Sentinel> found;
  for (std::size_t rule = 0; rule < entity.unique.size(); ++rule) {
    Values values;
    for (const auto& field : entity.unique[rule].fields) values.push_back(sample[field.index]);
    auto key = sentinel_key(context, sample.entity, rule, values);
    if (!key) continue;
    const auto field = ttl_field(entity);
    auto item = kept_item(context, sample.entity, *key, key_of(context, sample),
                          field ? sample[*field] : std::nullopt);
    found.push_back({entity.table.index, *std::move(key), std::move(item)});
  }
  return found;
}

std::vector<Sentinel> changed_sentinels(const Write& write, const Arguments& arguments) {
  return Changes(write, arguments).find();
}

// A value is free if nobody has it, or one that has expired, or the item itself. It is given back
// by the one who has it.
std::vector<TransactWriteItem> sentinel_writes(const Write& write, const Arguments& arguments) {
  std::vector<TransactWriteItem> writes;
  const auto& entity = write.entity();
  const auto& partition = write.context.model.tables[entity.table.index].partition.name;
  for (auto& each : changed_sentinels(write, arguments)) {
    Placeholders placeholders;
    auto condition = "attribute_not_exists(" + placeholders.name(partition) + ") OR " +
                     placeholders.name(kOwner) + " = " +
                     placeholders.value(owner_of(write.context, write.write.entity,
                                                 Changes(write, arguments).owner()));
    if (const auto field = ttl_field(entity); field && each.item) {
      condition += " OR " + placeholders.name(entity.fields[*field].name) + " < " +
                   placeholders.value(AttributeValue(write.context.now));
    }
    const auto finish = [&](auto request) {
      request.table_name = write.table();
      request.condition_expression = condition;
      std::move(placeholders).give_to(request);
      writes.emplace_back(std::move(request));
    };
    if (each.item) {
      TransactPut put;
      put.item = *std::move(each.item);
      finish(std::move(put));
    } else {
      TransactDelete removal;
      removal.key = std::move(each.key);
      finish(std::move(removal));
    }
  }
  return writes;
}

}  // namespace keywright::verify
