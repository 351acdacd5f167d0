#include "cost/traffic.hpp"

#include "plan/capacity.hpp"

namespace keywright::cost {
namespace {

using model::AccessPattern;

Rate rate_of(const AccessPattern& pattern) {
  const auto& rate = pattern.rate;
  const double peak = rate.peak ? **rate.peak : rate.avg ? **rate.avg : 0;
  return {rate.avg ? **rate.avg : peak, peak};
}

Traffic traffic_for(const model::Model& model, const plan::PatternPlan& plan) {
  const auto& called = model.access_patterns[plan.pattern];
  const auto& pattern = plan::declared(model, plan);
  Traffic traffic;
  traffic.pattern = plan.pattern;
  traffic.name = called.name;
  if (plan.step) {
    const auto own = pattern.name.empty() ? model::to_text(*pattern.operation) : pattern.name;
    traffic.name.append(".").append(own);
  }
  traffic.calls = rate_of(called);
  traffic.has_average = called.rate.avg.has_value();
  if (!pattern.returns.empty()) {
    if (const auto* entity = model.entity(pattern.entity())) traffic.table = entity->table.index;
  }
  return traffic;
}

void add_writes(const model::Model& model, const plan::PatternPlan& plan,
                std::optional<std::size_t> step, std::vector<Traffic>& all) {
  for (std::size_t i = 0; i < plan.writes.size(); ++i) {
    const auto& write = plan.writes[i];
    auto traffic = traffic_for(model, plan);
    traffic.step = step;
    traffic.write = i;
    if (write.move) traffic.name += "." + write.function;
    traffic.among = static_cast<double>(plan.writes.size());
    traffic.calls = {traffic.calls.avg / traffic.among, traffic.calls.peak / traffic.among};
    traffic.table_units = step ? write.cost.transact_table_units() : write.cost.table_units;
    traffic.indexes = write.cost.indexes;
    traffic.estimated = write.cost.estimated;
    all.push_back(std::move(traffic));
  }
}

void add_read(const model::Model& model, const plan::PatternPlan& plan,
              std::optional<std::size_t> step, std::vector<Traffic>& all) {
  const auto& read = *plan.read();
  auto traffic = traffic_for(model, plan);
  traffic.step = step;
  traffic.read_units = read.cost.units;
  if (step) traffic.read_units = read.cost.transact_units();
  traffic.read_index = read.index;
  traffic.estimated = read.cost.estimated;
  all.push_back(std::move(traffic));
}

void add(const model::Model& model, const plan::PatternPlan& plan, std::optional<std::size_t> step,
         std::vector<Traffic>& all) {
  plan.read() != nullptr ? add_read(model, plan, step, all) : add_writes(model, plan, step, all);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) add(model, plan.steps[i], i, all);
}

}  // namespace

double Traffic::index_units() const {
  double units = 0;
  for (const auto& index : indexes) units += index.units;
  return units;
}

std::vector<Traffic> traffic_of(const model::Model& model, const plan::Plan& plan) {
  std::vector<Traffic> all;
  for (const auto& each : plan.patterns) add(model, each, std::nullopt, all);
  return all;
}

const plan::PatternPlan& plan_of(const plan::Plan& plan, const Traffic& traffic) {
  const auto& pattern = plan.patterns[traffic.pattern];
  return traffic.step ? pattern.steps[*traffic.step] : pattern;
}

const plan::WritePlan* write_of(const plan::Plan& plan, const Traffic& traffic) {
  return traffic.write ? &plan_of(plan, traffic).writes[*traffic.write] : nullptr;
}

Throughput throughput_of(const model::Model& model, const std::vector<Traffic>& traffic,
                         std::size_t table, std::optional<std::size_t> index) {
  const auto& indexes = model.tables[table].indexes;
  // Local indexes use what the table has.
  const auto place = [&](std::optional<std::size_t> read_or_written) {
    return read_or_written && indexes[*read_or_written].local ? std::nullopt : read_or_written;
  };
  Throughput sum;
  const auto add = [](Rate& to, const Rate& calls, double units) {
    to.avg += calls.avg * units;
    to.peak += calls.peak * units;
  };
  for (const auto& each : traffic) {
    for (const auto& write : each.indexes) {
      if (write.table == table && place(write.index) == index) {
        add(sum.write, each.calls, write.units);
      }
    }
    if (each.table != table) continue;
    if (place(each.read_index) == index) add(sum.read, each.calls, each.read_units);
    if (!index) add(sum.write, each.calls, each.table_units);
  }
  return sum;
}

}  // namespace keywright::cost
