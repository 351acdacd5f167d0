#include "cost/traffic.hpp"

#include "plan/size.hpp"

#include <algorithm>

namespace keywright::cost {
namespace {

using model::AccessPattern;
using model::Operation;

Rate rate_of(const AccessPattern& pattern) {
  const auto& rate = pattern.rate;
  const double peak = rate.peak ? **rate.peak : rate.avg ? **rate.avg : 0;
  return {rate.avg ? **rate.avg : peak, peak};
}

Rate share(const Rate& rate, std::size_t parts) {
  const auto count = static_cast<double>(std::max<std::size_t>(1, parts));
  return {rate.avg / count, rate.peak / count};
}

Traffic traffic_for(const model::Model& model, const AccessPattern& pattern,
                    const plan::PatternPlan& plan) {
  Traffic traffic;
  traffic.pattern = plan.pattern;
  traffic.name = pattern.name;
  traffic.calls = rate_of(pattern);
  traffic.has_average = pattern.rate.avg.has_value();
  if (!pattern.returns.empty()) {
    if (const auto* entity = model.entity(pattern.entity())) traffic.table = entity->table.index;
  }
  return traffic;
}

void add_writes(const model::Model& model, const AccessPattern& pattern,
                const plan::PatternPlan& plan, std::vector<Traffic>& all) {
  for (std::size_t i = 0; i < plan.writes.size(); ++i) {
    const auto& write = plan.writes[i];
    auto traffic = traffic_for(model, pattern, plan);
    traffic.write = i;
    if (write.move) traffic.name += "." + write.function;
    traffic.calls = share(traffic.calls, plan.writes.size());
    traffic.table_units = write.cost.table_units;
    traffic.indexes = write.cost.indexes;
    traffic.estimated = write.cost.estimated;
    all.push_back(std::move(traffic));
  }
}

// A step writes as it would alone, and twice that for the table, as it is in a transaction.
void add_step(const model::Model& model, const plan::Plan& plan, const model::TransactStep& step,
              const model::Entity& entity, Traffic& traffic) {
  if (step.own) {  // it has no plan of its own
    traffic.table_units += 2 * plan::write_units(plan::item_size(model, entity).avg);
    traffic.estimated = true;
    return;
  }
  const auto& writes = plan.patterns[step.named->index].writes;
  const auto parts = static_cast<double>(writes.size());
  for (const auto& write : writes) {
    traffic.table_units += (write.cost.transactional ? 1 : 2) * write.cost.table_units / parts;
    for (auto index : write.cost.indexes) {
      index.units /= parts;
      traffic.indexes.push_back(index);
    }
  }
}

// One for each table that it writes to.
void add_transaction(const model::Model& model, const plan::Plan& plan,
                     const plan::PatternPlan& transaction, std::vector<Traffic>& all) {
  const auto& pattern = model.access_patterns[transaction.pattern];
  const auto first = static_cast<std::ptrdiff_t>(all.size());
  for (const auto& step : pattern.steps) {
    const auto* of = model.pattern_of(step);
    const auto* entity = of && !of->returns.empty() ? model.entity(of->entity()) : nullptr;
    if (entity == nullptr) continue;
    auto row = std::find_if(all.begin() + first, all.end(), [&](const Traffic& traffic) {
      return traffic.table == entity->table.index;
    });
    if (row == all.end()) {
      row = all.insert(row, traffic_for(model, pattern, transaction));
      row->table = entity->table.index;
    }
    add_step(model, plan, step, *entity, *row);
  }
}

}  // namespace

double Traffic::index_units() const {
  double units = 0;
  for (const auto& index : indexes) units += index.units;
  return units;
}

std::vector<Traffic> traffic_of(const model::Model& model, const plan::Plan& plan) {
  std::vector<Traffic> all;
  for (const auto& each : plan.patterns) {
    const auto& pattern = model.access_patterns[each.pattern];
    if (*pattern.operation == Operation::transact) {
      add_transaction(model, plan, each, all);
    } else if (const auto* read = each.read()) {
      auto traffic = traffic_for(model, pattern, each);
      traffic.read_units = read->cost.units;
      traffic.read_index = read->index;
      traffic.estimated = read->cost.estimated;
      all.push_back(std::move(traffic));
    } else {
      add_writes(model, pattern, each, all);
    }
  }
  return all;
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
