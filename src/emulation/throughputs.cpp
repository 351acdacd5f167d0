#include "emulation/throughputs.hpp"

#include "api/table_name.hpp"

#include <algorithm>
#include <utility>

namespace keywright::emulation {
namespace {

ThrottleOptions with_clock(ThrottleOptions options) {
  if (!options.clock) options.clock = system_clock();
  return options;
}

/// What one arm of a cost says of one direction. Only transactions tell them apart; of others it is
/// the direction of the request.
double units_of(const Capacity& arm, Direction direction, Direction of_request) {
  if (arm.read_capacity_units || arm.write_capacity_units) {
    return (direction == Direction::read ? arm.read_capacity_units : arm.write_capacity_units)
        .value_or(0);
  }
  return direction == of_request ? arm.capacity_units : 0;
}

/// Of a resource: the units that all draws on it took beforehand become `consumed`, in the same
/// shares.
void settle_resource(Resource& resource, std::span<const Ticket* const> tickets,
                     Direction direction, double consumed, TimePoint now) {
  double taken = 0;
  std::vector<const Draw*> draws;
  for (const Ticket* ticket : tickets) {
    if (ticket->direction != direction) continue;
    for (const Draw& draw : ticket->draws) {
      if (draw.resource != &resource) continue;
      taken += draw.units;
      draws.push_back(&draw);
    }
  }
  Meter& meter = resource.meter(direction);
  meter.take(consumed - taken);
  if (taken == 0) return;
  for (const Draw* draw : draws) {
    if (draw->partition.empty()) continue;
    meter.take_of_partition(draw->partition, draw->units * (consumed / taken - 1), now);
  }
}

}  // namespace

Throughputs::Throughputs(Database& database, ThrottleOptions options)
    : database_(database), options_(with_clock(std::move(options))) {}

Admission Throughputs::admit(const Demand& demand) {
  const std::lock_guard lock(mutex_);
  Admission admission;
  admission.ticket.direction = demand.direction;
  const auto table = find(demand.table_name);
  if (!table) return admission;
  const TimePoint now = options_.clock();
  auto draws = draws_of(*table, demand);
  for (const Draw& draw : draws) {
    Meter& meter = draw.resource->meter(demand.direction);
    const auto overrun = [&](Limit limit) {
      admission.overruns.push_back({limit, demand.direction, draw.resource->of_index,
                                    draw.resource->on_demand, draw.resource->arn});
    };
    if (!meter.has_units(now)) overrun(meter.limit());
    if (!draw.partition.empty() && !meter.partition_has_units(draw.partition, now)) {
      overrun(Limit::key_range);
    }
  }
  if (!admission.overruns.empty()) return admission;
  for (const Draw& draw : draws) {
    Meter& meter = draw.resource->meter(demand.direction);
    meter.take(draw.units);
    if (!draw.partition.empty()) meter.take_of_partition(draw.partition, draw.units, now);
  }
  admission.ticket.table = table;
  admission.ticket.draws = std::move(draws);
  return admission;
}

void Throughputs::settle(std::span<const Ticket> tickets,
                         std::span<const ConsumedCapacity> consumed) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<TableThroughput>> settled;
  for (const Ticket& ticket : tickets) {
    if (!ticket.table) continue;
    if (std::find(settled.begin(), settled.end(), ticket.table) != settled.end()) continue;
    settled.push_back(ticket.table);
    const auto cost = std::find_if(consumed.begin(), consumed.end(), [&](const auto& one) {
      return one.table_name == ticket.table->name;
    });
    settle_table(ticket.table, tickets, cost == consumed.end() ? ConsumedCapacity() : *cost);
  }
}

void Throughputs::settle_table(const std::shared_ptr<TableThroughput>& table,
                               std::span<const Ticket> tickets, const ConsumedCapacity& consumed) {
  const TimePoint now = options_.clock();
  std::vector<const Ticket*> of_table;
  for (const Ticket& ticket : tickets) {
    if (ticket.table == table) of_table.push_back(&ticket);
  }
  const Direction of_request = of_table.front()->direction;
  for (const Direction direction : {Direction::read, Direction::write}) {
    double units = consumed.table ? units_of(*consumed.table, direction, of_request) : 0;
    for (const auto& [name, arm] : consumed.local_secondary_indexes) {
      units += units_of(arm, direction, of_request);
    }
    settle_resource(table->table, of_table, direction, units, now);
    for (auto& [name, index] : table->global_indexes) {
      const auto arm = consumed.global_secondary_indexes.find(name);
      const bool charged = arm != consumed.global_secondary_indexes.end();
      settle_resource(index, of_table, direction,
                      charged ? units_of(arm->second, direction, of_request) : 0, now);
    }
  }
}

void Throughputs::changed(std::string_view table_name) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table_name);
  if (found != tables_.end()) found->second.changed = true;
}

void Throughputs::forget(std::string_view table_name) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table_name);
  if (found != tables_.end()) tables_.erase(found);
}

void Throughputs::reset() {
  const std::lock_guard lock(mutex_);
  tables_.clear();
  reset_at_ = options_.clock();
}

std::shared_ptr<TableThroughput> Throughputs::find(std::string_view table_name) {
  const auto name = api::table_name_of(table_name);
  if (!name) return nullptr;
  const auto found = tables_.find(*name);
  if (found != tables_.end() && !found->second.changed) return found->second.throughput;
  const auto described = database_.describe_table({std::string(*name)});
  if (!described) return nullptr;  // the request will fail as well
  const TimePoint now = options_.clock();
  auto throughput = std::make_shared<TableThroughput>(
      described->table, options_, std::max(described->table.creation_date_time, reset_at_));
  if (found != tables_.end()) throughput->continue_from(*found->second.throughput, now);
  tables_.insert_or_assign(std::string(*name), Entry{throughput, false});
  return throughput;
}

std::vector<Draw> Throughputs::draws_of(TableThroughput& table, const Demand& demand) {
  Resource* resource = &table.table;
  const KeyNames* keys = &table.table.keys;
  if (demand.index_name) {
    const auto local = table.local_indexes.find(*demand.index_name);
    const auto global = table.global_indexes.find(*demand.index_name);
    if (local != table.local_indexes.end()) keys = &local->second;
    if (global != table.global_indexes.end()) {
      resource = &global->second;
      keys = &resource->keys;
    }
  }
  std::vector<Draw> draws;
  draws.push_back({resource, {}, demand.units});
  if (demand.query != nullptr) {
    draws.front().partition = keys->partition_of(*demand.query);
  } else if (demand.item != nullptr) {
    draws.front().partition = keys->partition_of(*demand.item);
  }
  if (demand.direction == Direction::write) draw_index_writes(table, demand, draws);
  return draws;
}

// What a write costs in an index shows only afterwards, in most cases. But an index that has no
// units left holds up all writes to items that are in it.
void Throughputs::draw_index_writes(TableThroughput& table, const Demand& demand,
                                    std::vector<Draw>& draws) {
  if (demand.item == nullptr) return;
  const TimePoint now = options_.clock();
  for (auto& [name, index] : table.global_indexes) {
    if (demand.is_put && index.keys.all_in(*demand.item)) {
      draws.push_back({&index, index.keys.partition_of(*demand.item), 1});
    } else if (!index.meter(Direction::write).has_units(now) && is_indexed(table, index, demand)) {
      draws.push_back({&index, {}, 0});
    }
  }
}

bool Throughputs::is_indexed(const TableThroughput& table, const Resource& index,
                             const Demand& demand) {
  const auto stored = database_.get_item(
      {.table_name = table.name, .key = table.key_of(*demand.item), .consistent_read = true});
  return stored && stored->item && index.keys.all_in(*stored->item);
}

}  // namespace keywright::emulation
