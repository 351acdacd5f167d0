#pragma once

// A table as one of two designs has it, whether a model says so or a template: what is compared.

#include "apply/model_table.hpp"
#include "diff/kinds.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::diff {

enum class Setting {
  billing,
  capacity,
  maximum,
  table_class,
  time_to_live,
  stream,
  encryption,
  recovery,
  protection,
  warm_throughput,
  construct,
  removal,
  insights,
};
inline constexpr std::size_t setting_count = 13;

// What a change of a setting is: from nothing, to nothing, from one to another.
struct SettingInfo {
  Setting setting;
  std::string_view name;  // "time to live"
  Kind added;
  Kind removed;
  Kind changed;
};
[[nodiscard]] const std::array<SettingInfo, setting_count>& settings();

struct TableSide {
  std::string label;
  std::string name;               // empty: the template does not say
  CreateTableRequest definition;  // keys and indexes count here; the rest is in `settings`
  // As text for people; nullopt: not known, and so not compared. Empty: there is none.
  std::array<std::optional<std::string>, setting_count> settings{};
  std::vector<std::string> unknown{};  // "BillingMode": what a template leaves to its parameters

  // Places in the model.
  model::Span span{};
  model::Span keys_span{};
  model::Span construct_span{};
  std::vector<std::pair<std::string, model::Span>> index_spans{};

  [[nodiscard]] std::optional<std::string>& at(Setting setting) {
    return settings[static_cast<std::size_t>(setting)];
  }
  [[nodiscard]] const std::optional<std::string>& at(Setting setting) const {
    return settings[static_cast<std::size_t>(setting)];
  }
  [[nodiscard]] model::Span span_of(const std::string& index) const;
};

// One per table of the model, in file order.
[[nodiscard]] std::vector<TableSide> table_sides(const model::Model& model, const plan::Plan& plan);

// "5 read and 3 write units a second at most"; -1 or nothing: no maximum.
[[nodiscard]] std::string maximum_text(const OnDemandThroughput& maximum);
[[nodiscard]] std::string warm_text(const WarmThroughput& warm);

}  // namespace keywright::diff
