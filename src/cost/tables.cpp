#include "cost/tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace keywright::cost {
namespace {

// The table, and each index that has capacity of its own.
std::vector<Throughput> parts_of(const model::Model& model, const std::vector<Traffic>& traffic,
                                 std::size_t table) {
  std::vector<Throughput> parts{throughput_of(model, traffic, table, std::nullopt)};
  const auto& indexes = model.tables[table].indexes;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (!indexes[i].local) parts.push_back(throughput_of(model, traffic, table, i));
  }
  return parts;
}

double dollars(const UnitPrices& prices, double read, double write) {
  return read * prices.read + write * prices.write;
}

// Whole units, and never less than one.
double capacity(double units, double target) {
  return std::max(1.0, std::ceil(units / target));
}

// Capacity that follows the load without delay: what autoscaling comes to at best.
double scaled(const std::vector<Throughput>& parts, const UnitPrices& prices, double target) {
  double sum = 0;
  for (const auto& part : parts) {
    sum += dollars(prices, part.read.avg / target, part.write.avg / target);
  }
  return sum;
}

double fixed(const std::vector<Throughput>& parts, const UnitPrices& prices, double target) {
  double sum = 0;
  for (const auto& part : parts) {
    sum += dollars(prices, capacity(part.read.peak, target), capacity(part.write.peak, target));
  }
  return sum;
}

double target_of(const model::Billing& billing) {
  const bool is_given = billing.autoscale && billing.autoscale->target;
  return is_given ? **billing.autoscale->target / 100 : target_utilisation;
}

// As the model declares it: within its limits if it scales, else what it sets.
double as_declared(const model::Billing& billing, const std::vector<Throughput>& parts,
                   const UnitPrices& prices) {
  const auto target = target_of(billing);
  const auto units = [&](const auto& declared, const auto& most, const Rate& load) {
    const double least = declared ? static_cast<double>(**declared) : 1;
    if (!billing.autoscale) return declared ? least : capacity(load.peak, target);
    const double limit = most ? static_cast<double>(**most) : std::max(least, load.peak / target);
    return std::clamp(load.avg / target, least, std::max(least, limit));
  };
  const std::optional<model::Located<std::uint64_t>> none;
  double sum = 0;
  for (const auto& part : parts) {
    const auto& scale = billing.autoscale;
    sum += dollars(prices, units(billing.read, scale ? scale->max_read : none, part.read),
                   units(billing.write, scale ? scale->max_write : none, part.write));
  }
  return sum;
}

UnitPrices times(const UnitPrices& prices, double factor) {
  return {prices.read * factor, prices.write * factor};
}

}  // namespace

TableCost table_requests(const model::Model& model, const std::vector<Traffic>& traffic,
                         std::size_t table, const Prices& prices) {
  const auto& definition = model.tables[table];
  const auto parts = parts_of(model, traffic, table);
  TableCost cost;
  cost.name = definition.name;
  cost.provisioned = *definition.billing.mode == model::BillingMode::provisioned;
  cost.infrequent = *definition.table_class == model::TableClass::infrequent_access;
  for (const auto& part : parts) {
    cost.reads_and_writes.read.avg += part.read.avg;
    cost.reads_and_writes.read.peak += part.read.peak;
    cost.reads_and_writes.write.avg += part.write.avg;
    cost.reads_and_writes.write.peak += part.write.peak;
  }
  const double factor = cost.infrequent ? prices.infrequent_requests : 1;
  const auto on_demand = times(prices.month_on_demand(), factor);
  const auto unit = times(prices.month_provisioned(), factor);
  const auto& load = cost.reads_and_writes;
  cost.on_demand = dollars(on_demand, load.read.avg, load.write.avg);
  const auto at_peak = dollars(on_demand, load.read.peak, load.write.peak);
  cost.utilisation = at_peak > 0 ? cost.on_demand / at_peak : 0;
  const auto target = target_of(definition.billing);
  cost.target = target;
  cost.break_even = prices.break_even(prices.month_provisioned().write) / target;
  cost.for_the_peak = fixed(parts, unit, target);
  const auto percent = std::lround(target * 100);
  cost.alternatives = {
      {"on demand", cost.on_demand},
      {fmt::format("provisioned for the peak at {}%", percent), cost.for_the_peak},
      {fmt::format("provisioned, scaled with the load to {}% (at best)", percent),
       scaled(parts, unit, target)},
  };
  if (!cost.infrequent) {
    cost.alternatives.push_back({fmt::format("reserved for 1 year, for the peak at {}%", percent),
                                 fixed(parts, prices.month_reserved(prices.one_year), target)});
    cost.alternatives.push_back({fmt::format("reserved for 3 years, for the peak at {}%", percent),
                                 fixed(parts, prices.month_reserved(prices.three_years), target)});
  }
  cost.requests = cost.provisioned ? as_declared(definition.billing, parts, unit) : cost.on_demand;
  return cost;
}

void add_storage(const model::Table& table, const Prices& prices, double bytes, double table_bytes,
                 TableCost& cost) {
  const auto gigabytes = bytes / prices.gigabyte;
  cost.storage = gigabytes * prices.storage * (cost.infrequent ? prices.infrequent_storage : 1);
  if (table.point_in_time_recovery.enabled) {
    cost.recovery = table_bytes / prices.gigabyte * prices.recovery;
  }
  const double requests =
      cost.infrequent ? 1 / prices.infrequent_requests : prices.infrequent_requests;
  const double stored = cost.infrequent ? 1 : prices.infrequent_storage;
  cost.other_class = cost.requests * requests + gigabytes * prices.storage * stored + cost.recovery;
}

}  // namespace keywright::cost
