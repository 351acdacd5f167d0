#include "check/nearest_design.hpp"

#include "check/key_places.hpp"
#include "check/text.hpp"
#include "plan/capacity.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// TOPIC#{topic}#STATUS#{status}
std::string partition_template(const std::vector<std::string>& fields) {
  std::vector<std::string> parts;
  for (const auto& field : fields) parts.push_back(fmt::format("{}#{{{}}}", upper(field), field));
  return fmt::format("{}", fmt::join(parts, "#"));
}

std::string free_name(const model::Table* table) {
  for (int number = 1;; ++number) {
    auto name = fmt::format("gsi{}", number);
    if (table == nullptr || table->find_index(name) == nullptr) return name;
  }
}

class Design {
 public:
  Design(const Subject& subject, const model::AccessPattern& pattern)
      : subject_(subject),
        pattern_(pattern),
        position_(pattern.entity().index),
        entity_(subject.model.entities[position_]) {
    for (const auto& field : pattern.by) partition_.push_back(field.name);
    if (pattern.order) sort_ = pattern.order->field.name;
    if (pattern.range) sort_ = pattern.range->field.name;
  }

  NearestDesign make() const {
    NearestDesign design;
    design.name = free_name(subject_.model.table_of(entity_));
    design.on = join(partition_, ", ");
    for (const auto& name : partition_) add_unfit(name, design.unfit);
    if (!sort_.empty()) add_unfit(sort_, design.unfit);
    if (design.unfit.empty()) {
      const auto partition = all_fit(partition_, false) ? quoted(partition_template(partition_))
                                                        : own_values(partition_);
      design.key = "{pk: " + partition;
      if (!sort_.empty()) {
        design.key +=
            ", sk: " + (all_fit({sort_}, false) ? quoted("{" + sort_ + "}") : own_values({sort_}));
      }
      design.key += "}";
    }
    const auto size = entry_size();
    design.entry_bytes = size.avg;
    design.estimated = size.estimated;
    design.units_per_write = average_writes() * plan::write_units(size.avg);
    return design;
  }

 private:
  [[nodiscard]] bool all_fit(const std::vector<std::string>& names, bool native) const {
    return std::all_of(names.begin(), names.end(), [&](const auto& name) {
      const auto* field = entity_.find_field(name);
      return field == nullptr || fits_key(field->type.kind, native);
    });
  }

  // A half of a key is text, or all of it fields as they are.
  void add_unfit(const std::string& name, std::vector<std::string>& unfit) const {
    const bool is_partition = name != sort_;
    const auto half = is_partition ? partition_ : std::vector{sort_};
    if (all_fit(half, false) || all_fit(half, true)) return;
    if (!all_fit({name}, false)) unfit.push_back(name);
  }

  // {field: hash}, or [hash, size]
  [[nodiscard]] static std::string own_values(const std::vector<std::string>& names) {
    return names.size() == 1 ? "{field: " + names.front() + "}" : "[" + join(names, ", ") + "]";
  }

  [[nodiscard]] bool is_key(const std::string& field) const {
    return field == sort_ ||
           std::find(partition_.begin(), partition_.end(), field) != partition_.end();
  }
  [[nodiscard]] bool is_projected(const std::string& field) const {
    if (pattern_.fields.empty()) return true;
    return std::any_of(pattern_.fields.begin(), pattern_.fields.end(),
                       [&](const auto& needed) { return needed.name == field; });
  }

  // The keys of the index, those of the table, and what the pattern needs.
  [[nodiscard]] plan::Size entry_size() const {
    plan::Size size;
    constexpr double name_bytes = 6;  // gsi1pk
    const auto add = [&](double bytes) { size += {bytes, bytes, bytes, false}; };
    add(name_bytes + static_cast<double>(partition_template({}).size()));
    for (const auto& field : entity_.fields) {
      if (is_key(field.name)) size += plan::value_size(field.type);
    }
    for (const auto& field : partition_) add(static_cast<double>(field.size()) + 2);
    if (!sort_.empty()) add(name_bytes);
    if (pattern_.fields.empty()) {
      size += plan::item_size(subject_.model, entity_);
      return size;
    }
    for (const auto& field : entity_.fields) {
      if (is_projected(field.name)) size += plan::field_size(field);
    }
    if (const auto& key = subject_.plan.keys[position_].table) {
      for (const auto* attributes : {&key->partition, &key->sort}) {
        for (const auto& attribute : *attributes) size += plan::key_size(entity_, attribute);
      }
    }
    return size;
  }

  // Writes of the entry per write of the item: two where a key of the index changes, as it moves.
  [[nodiscard]] int entry_writes(const plan::WritePlan& write) const {
    const bool is_update = write.request == plan::WriteRequest::update_item ||
                           write.request == plan::WriteRequest::transact_write_items;
    if (!is_update || write.changes.empty()) return 1;
    int writes = 0;
    for (const auto& change : write.changes) {
      const auto& field = entity_.fields[change.field].name;
      if (is_key(field)) return 2;
      if (is_projected(field)) writes = 1;
    }
    return writes;
  }

  [[nodiscard]] double average_writes() const {
    double items = 0;
    double writes = 0;
    for (const auto& pattern : subject_.plan.patterns) {
      const auto& rate = subject_.model.access_patterns[pattern.pattern].rate;
      const double calls = rate.peak ? **rate.peak : rate.avg ? **rate.avg : 1;
      for (const auto& write : pattern.writes) {
        if (write.entity != position_) continue;
        const bool is_batch = write.request == plan::WriteRequest::batch_write_item;
        const auto share =
            calls * (is_batch ? write.cost.items : 1) / static_cast<double>(pattern.writes.size());
        items += share;
        writes += share * entry_writes(write);
      }
    }
    return items > 0 ? writes / items : 1;
  }

  const Subject& subject_;
  const model::AccessPattern& pattern_;
  std::size_t position_;
  const model::Entity& entity_;
  std::vector<std::string> partition_;
  std::string sort_;
};

}  // namespace

NearestDesign nearest_design(const Subject& subject, const model::AccessPattern& pattern) {
  return Design(subject, pattern).make();
}

}  // namespace keywright::check
