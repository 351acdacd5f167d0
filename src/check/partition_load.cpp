#include "check/partition_load.hpp"

#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "plan/capacity.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::TypeKind;
using plan::EntityKey;

constexpr double very_many = std::numeric_limits<double>::infinity();
constexpr std::int64_t most_few =
    1000;  // beyond, values count as very many unless the model says more

double values_between(std::int64_t min, std::int64_t max) {
  const auto more = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min);
  return more < most_few ? static_cast<double>(more) + 1 : very_many;
}

// How many values the field has, as far as the model tells.
double values_of(const model::FieldType& type) {
  if (type.cardinality) return static_cast<double>(**type.cardinality);
  switch (type.kind) {
    case TypeKind::enumeration:
      return std::max<double>(1, static_cast<double>(type.values.size()));
    case TypeKind::boolean:
      return 2;
    case TypeKind::date:
      return 1;  // what happens, happens today
    case TypeKind::integer:
      return type.min && type.max ? values_between(**type.min, **type.max) : very_many;
    default:
      return very_many;
  }
}

bool is_even(const model::FieldType& type) {
  return type.kind == TypeKind::date || (type.uniform && **type.uniform);
}

std::vector<std::size_t> components_of(const EntityKey& key) {
  std::vector<std::size_t> fields;
  for (const auto& attribute : key.partition) {
    for (const auto field : attribute.components()) fields.push_back(field);
  }
  return fields;
}

std::string form_of(const Entity& entity, const EntityKey& key) {
  std::vector<std::string> parts;
  for (const auto& attribute : key.partition) parts.push_back(template_text(entity, attribute));
  return join(parts, ", ");
}

// The components of a partition key, all but the state of the entity if it is told apart.
struct Spread {
  double values = 1;
  bool even = true;

  void add(const model::FieldType& type) {
    values *= values_of(type);
    even = even && is_even(type);
  }
  [[nodiscard]] double share() const { return 1 / values; }
  [[nodiscard]] double most() const { return even || values == very_many ? share() : 1; }
};

// One form of key, and what the functions of its entities do with it.
class Form {
 public:
  Form(const Subject& subject, std::size_t entity, const EntityKey& key)
      : subject_(subject), first_(entity), key_(key) {
    load_.table = subject.model.entities[entity].table.index;
    load_.index = key.index;
    load_.key = form_of(subject.model.entities[entity], key);
    load_.shards = key.shards;
    load_.entities = {entity};
  }

  [[nodiscard]] bool is(std::size_t table, const EntityKey& key, const std::string& text) const {
    return load_.table == table && load_.index == key.index && load_.key == text;
  }
  void add(std::size_t entity) { load_.entities.push_back(entity); }

  void append_to(std::vector<PartitionLoad>& loads) {
    Spread spread;
    const auto& entity = subject_.model.entities[first_];
    for (const auto field : components_of(key_)) spread.add(entity.fields[field].type);
    // There are no more values than items.
    if (entity.count && !entity.per_parent && !components_of(key_).empty()) {
      const auto count = std::max<double>(1, static_cast<double>(**entity.count));
      const bool is_few = count <= static_cast<double>(most_few);
      const bool is_known = is_few || spread.values != very_many;
      if (is_known) spread.values = std::min(spread.values, count);
    }
    if (state_field()) return append_states(loads);
    load_.values = spread.values;
    load_.single_item = is_single_item(spread);
    for (const auto& traffic : subject_.traffic) {
      add_write(load_, traffic, units_of(traffic), spread.share(), spread.most());
      add_read(load_, traffic, spread);
    }
    loads.push_back(load_);
  }

 private:
  // The state, if it is a component and moves change it.
  [[nodiscard]] std::optional<std::size_t> state_field() const {
    const auto& entity = subject_.model.entities[first_];
    if (!entity.states || !entity.states->field.resolved() || load_.entities.size() > 1) return {};
    const auto components = components_of(key_);
    const auto state = entity.states->field.index;
    const bool is_there =
        std::find(components.begin(), components.end(), state) != components.end();
    return is_there ? std::optional(state) : std::nullopt;
  }

  // Of each state the load that creations and moves make.
  void append_states(std::vector<PartitionLoad>& loads) const {
    const auto& entity = subject_.model.entities[first_];
    const auto state = *state_field();
    Spread rest;
    for (const auto field : components_of(key_)) {
      if (field != state) rest.add(entity.fields[field].type);
    }
    const auto& values = entity.fields[state].type.values;
    const auto count = std::max<double>(1, static_cast<double>(values.size()));
    for (const auto& value : values) {
      auto load = load_;
      const auto name = "{" + entity.fields[state].name + "}";
      const auto at = load.key.find(name);
      if (at != std::string::npos) load.key.replace(at, name.size(), *value);
      load.values = rest.values;
      Spread any = rest;
      any.values *= count;
      any.even = false;
      for (const auto& traffic : subject_.traffic) {
        const auto part = part_of_state(traffic, *value);
        const auto& spread = part ? rest : any;
        add_write(load, traffic, units_of(traffic) * part.value_or(1), spread.share(),
                  spread.most());
        add_read(load, traffic, any);
      }
      loads.push_back(std::move(load));
    }
  }

  // Which part of the units falls on that state; nullopt: on any.
  [[nodiscard]] std::optional<double> part_of_state(const cost::Traffic& traffic,
                                                    const std::string& value) const {
    const auto* write = cost::write_of(subject_.plan, traffic);
    if (write == nullptr || !is_mine(write->entity)) return std::nullopt;
    const auto& states = *subject_.model.entities[first_].states;
    const auto& pattern = plan::declared(subject_.model, cost::plan_of(subject_.plan, traffic));
    const auto operation = *pattern.operation;
    if (operation == model::Operation::create) return states.initial.name == value ? 1 : 0;
    if (!write->move) return std::nullopt;
    // The entry leaves one partition for another: a write in each.
    double part = write->to_state == value ? 0.5 : 0;
    const auto& from = write->from_states;
    if (std::find(from.begin(), from.end(), value) != from.end()) {
      part += 0.5 / static_cast<double>(from.size());
    }
    return part;
  }

  [[nodiscard]] bool is_mine(std::size_t entity) const {
    return std::find(load_.entities.begin(), load_.entities.end(), entity) != load_.entities.end();
  }

  // What a call writes to the table or index of this key: not what lies under other keys, as the
  // items that are put beside it, and the sentinels of what is unique.
  [[nodiscard]] double units_of(const cost::Traffic& traffic) const {
    const auto* write = cost::write_of(subject_.plan, traffic);
    if (write == nullptr) return 0;
    double units = 0;
    if (load_.index) {
      for (const auto& index : traffic.indexes) {
        const bool is_this = index.table == load_.table && index.index == *load_.index;
        if (is_this && is_mine(index.entity)) units += index.units;
      }
      return units;
    }
    const bool is_doubled = traffic.step && !write->cost.transactional;
    if (is_mine(write->entity)) units += (is_doubled ? 2 : 1) * write->cost.item_units;
    for (const auto& put : write->also_put) {
      if (!is_mine(put.entity)) continue;
      units += 2 * plan::write_units(subject_.plan.item_sizes[put.entity].avg);
    }
    return units;
  }

  static void add_write(PartitionLoad& load, const cost::Traffic& traffic, double units,
                        double share, double most) {
    if (units <= 0 || traffic.calls.peak <= 0) return;
    load.writes.push_back({traffic.name, traffic.calls.peak, units, share, most});
  }

  void add_read(PartitionLoad& load, const cost::Traffic& traffic, const Spread& spread) const {
    if (traffic.read_units <= 0 || traffic.calls.peak <= 0) return;
    const auto& planned = cost::plan_of(subject_.plan, traffic);
    const auto* read = planned.read();
    const auto& pattern = plan::declared(subject_.model, planned);
    if (read == nullptr || read->access == plan::Access::scan) return;
    if (read->index != load_.index || !is_mine(pattern.entity().index)) return;
    const bool is_constant =
        std::all_of(read->partition.begin(), read->partition.end(),
                    [](const auto& expression) { return expression.is_constant(); });
    load.reads.push_back({traffic.name, traffic.calls.peak, traffic.read_units,
                          is_constant ? 1 : spread.share(), is_constant ? 1 : spread.most()});
  }

  [[nodiscard]] bool is_single_item(const Spread& spread) const {
    if (load_.index || load_.entities.size() > 1 || spread.values != 1) return false;
    const auto partition = components_of(key_);
    for (const auto& attribute : key_.sort) {
      for (const auto field : attribute.components()) {
        if (std::find(partition.begin(), partition.end(), field) == partition.end()) return false;
      }
    }
    return true;
  }

  const Subject& subject_;
  std::size_t first_;
  const EntityKey& key_;
  PartitionLoad load_;
};

template <typename Share>
double sum(const PartitionLoad& load, const std::vector<LoadPart>& parts, Share share) {
  double total = 0;
  for (const auto& part : parts) total += part.calls * part.units * share(part);
  return total / load.shards;
}

}  // namespace

double least_load(const PartitionLoad& load, const std::vector<LoadPart>& parts) {
  return sum(load, parts, [](const LoadPart& part) { return part.share; });
}

double most_load(const PartitionLoad& load, const std::vector<LoadPart>& parts) {
  return sum(load, parts, [](const LoadPart& part) { return part.most; });
}

std::vector<PartitionLoad> partition_loads(const Subject& subject) {
  std::vector<Form> forms;
  const auto add = [&](std::size_t position, const EntityKey& key) {
    if (key.partition.empty() || key.local) return;
    const auto& entity = subject.model.entities[position];
    const auto text = form_of(entity, key);
    const auto found = std::find_if(forms.begin(), forms.end(), [&](const auto& form) {
      return form.is(entity.table.index, key, text);
    });
    found == forms.end() ? void(forms.emplace_back(subject, position, key)) : found->add(position);
  };
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    if (subject.model.table_of(subject.model.entities[i]) == nullptr) continue;
    if (const auto& key = subject.plan.keys[i].table) add(i, *key);
    for (const auto& key : subject.plan.keys[i].indexes) add(i, key);
  }
  std::vector<PartitionLoad> loads;
  for (auto& form : forms) form.append_to(loads);
  return loads;
}

}  // namespace keywright::check
