#include "diff/table_side.hpp"

#include "api/enum_names.hpp"
#include "apply/words.hpp"
#include "model/words.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

std::string units_text(const std::optional<std::int64_t>& read,
                       const std::optional<std::int64_t>& write) {
  std::string text;
  const auto add = [&](const std::optional<std::int64_t>& units, std::string_view what) {
    if (units.value_or(-1) < 0) return;
    if (!text.empty()) text += " and ";
    text += fmt::format("{} {}", apply::grouped(*units), what);
  };
  add(read, "read");
  add(write, "write");
  return text.empty() ? text : text + " units";
}

std::string autoscale_text(const model::Billing& billing) {
  if (!billing.autoscale) return "";
  const auto& scale = *billing.autoscale;
  std::string text = ", scaled";
  if (scale.max_read)
    text += fmt::format(" to {} read units",
                        apply::grouped(static_cast<std::int64_t>(**scale.max_read)));
  if (scale.max_write)
    text += fmt::format(" to {} write units",
                        apply::grouped(static_cast<std::int64_t>(**scale.max_write)));
  if (scale.target) text += fmt::format(" at {} %", **scale.target);
  return text;
}

TableSide side_of(const model::Table& table, const apply::ModelTable& made) {
  using model::text_of;
  TableSide side;
  side.label = table.label;
  side.name = table.name;
  side.definition = made.definition;
  const auto& request = made.definition;
  side.at(Setting::billing) = apply::to_text(*request.billing_mode);
  side.at(Setting::capacity) =
      request.provisioned_throughput
          ? apply::throughput_text(*request.provisioned_throughput) + autoscale_text(table.billing)
          : std::string();
  side.at(Setting::maximum) =
      maximum_text(request.on_demand_throughput.value_or(OnDemandThroughput{}));
  side.at(Setting::table_class) = api::name(request.table_class.value_or(TableClass::standard));
  side.at(Setting::time_to_live) = made.ttl_attribute.value_or("");
  side.at(Setting::stream) = "";
  if (request.stream_specification) {
    side.at(Setting::stream) = api::name(*request.stream_specification->stream_view_type);
  }
  side.at(Setting::encryption) = text_of(model::encryption_words, *table.encryption);
  const auto& recovery = table.point_in_time_recovery;
  side.at(Setting::recovery) = recovery.enabled ? fmt::format("{} days", *recovery.days) : "";
  side.at(Setting::protection) = *table.deletion_protection ? "on" : "";
  side.at(Setting::warm_throughput) = warm_text(request.warm_throughput.value_or(WarmThroughput{}));
  side.at(Setting::construct) = text_of(model::cdk_construct_words, *table.cdk.construct);
  side.at(Setting::removal) = text_of(model::removal_words, *table.cdk.removal);
  side.at(Setting::insights) =
      table.contributor_insights
          ? std::string(text_of(model::insights_words, **table.contributor_insights))
          : std::string();
  side.span = table.name_span;
  side.keys_span = table.keys_span.written() ? table.keys_span : table.name_span;
  side.construct_span = table.cdk.construct.written() ? table.cdk.construct.span : table.name_span;
  for (const auto& index : table.indexes) side.index_spans.emplace_back(index.name, index.key);
  return side;
}

}  // namespace

const std::array<SettingInfo, setting_count>& settings() {
  static constexpr std::array<SettingInfo, setting_count> rows{{
      {Setting::billing, "billing", Kind::billing_changed, Kind::billing_changed,
       Kind::billing_changed},
      {Setting::capacity, "capacity", Kind::capacity_changed, Kind::capacity_changed,
       Kind::capacity_changed},
      {Setting::maximum, "on-demand maximum", Kind::maximum_changed, Kind::maximum_changed,
       Kind::maximum_changed},
      {Setting::table_class, "table class", Kind::table_class_changed, Kind::table_class_changed,
       Kind::table_class_changed},
      {Setting::time_to_live, "time to live", Kind::ttl_enabled, Kind::ttl_disabled,
       Kind::ttl_moved},
      {Setting::stream, "stream", Kind::stream_enabled, Kind::stream_disabled,
       Kind::stream_view_changed},
      {Setting::encryption, "encryption", Kind::encryption_changed, Kind::encryption_changed,
       Kind::encryption_changed},
      {Setting::recovery, "point-in-time recovery", Kind::recovery_changed, Kind::recovery_disabled,
       Kind::recovery_changed},
      {Setting::protection, "deletion protection", Kind::protection_changed,
       Kind::protection_changed, Kind::protection_changed},
      {Setting::warm_throughput, "warm throughput", Kind::warm_throughput_changed,
       Kind::warm_throughput_changed, Kind::warm_throughput_changed},
      {Setting::construct, "CDK construct", Kind::construct_changed, Kind::construct_changed,
       Kind::construct_changed},
      {Setting::removal, "removal policy", Kind::removal_changed, Kind::removal_changed,
       Kind::removal_changed},
      {Setting::insights, "contributor insights", Kind::insights_changed, Kind::insights_changed,
       Kind::insights_changed},
  }};
  return rows;
}

model::Span TableSide::span_of(const std::string& index) const {
  const auto found = std::find_if(index_spans.begin(), index_spans.end(),
                                  [&](const auto& each) { return each.first == index; });
  return found == index_spans.end() ? span : found->second;
}

std::vector<TableSide> table_sides(const model::Model& model, const plan::Plan& plan) {
  const auto made = apply::tables_of(model, plan);
  std::vector<TableSide> sides;
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    sides.push_back(side_of(model.tables[i], made[i]));
  }
  return sides;
}

std::string maximum_text(const OnDemandThroughput& maximum) {
  return units_text(maximum.max_read_request_units, maximum.max_write_request_units);
}

std::string warm_text(const WarmThroughput& warm) {
  return units_text(warm.read_units_per_second, warm.write_units_per_second);
}

}  // namespace keywright::diff
