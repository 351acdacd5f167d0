// UpdateTimeToLive, DescribeTimeToLive, and the deletion of what expired.

#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/table_schema.hpp"
#include "engine/validation.hpp"
#include "engine/write.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

constexpr auto kBetweenChanges = std::chrono::hours(1);
/// AWS leaves alone what expired longer ago: it takes such dates for mistakes.
constexpr double kOldestSeconds = 5 * 365 * 24 * 3600.0;
constexpr std::size_t kEntriesPerRead = 1000;
constexpr std::size_t kReadPerCall = 4000;

bool is_expired(const Item& item, const std::string& attribute, TimePoint now) {
  const auto value = item.find(attribute);
  if (!value || !value->is(AttributeType::number)) return false;
  const double expiry = value->as_number().to_double();
  const double seconds = static_cast<double>(now.time_since_epoch().count()) / 1000;
  return expiry < seconds && expiry >= seconds - kOldestSeconds;
}

Result<void> check_change(const Table& table, const UpdateTimeToLiveRequest& request,
                          TimePoint now) {
  const auto& current = table.time_to_live_attribute;
  if (!request.enabled && !current) return errors::validation("TimeToLive is already disabled");
  if (current && *current != request.attribute_name) {
    return errors::validation(
        "TimeToLive is active on a different AttributeName: current AttributeName is " + *current);
  }
  if (request.enabled && current) return errors::validation("TimeToLive is already enabled");
  if (table.time_to_live_changed && now - *table.time_to_live_changed < kBetweenChanges) {
    return errors::validation(
        "Time to live has been modified multiple times within a fixed interval");
  }
  return {};
}

/// Deletes the item if it is still there and still expired, at no cost to anybody.
bool delete_if_expired(Table& table, const EntryKey& key, TimePoint now, storage::Store& store,
                       const Clock& clock) {
  const std::lock_guard lock(table.stripe(Table::stripe_of(key.hash)));
  WriteOutcome outcome;
  outcome.expired = true;
  outcome.before = table.tree->get(key.position());
  if (!outcome.before || !is_expired(*outcome.before, *table.time_to_live_attribute, now)) {
    return false;
  }
  Changes changes;
  CapacityMeter meter(table);
  stage(table, key, outcome, changes, meter);
  changes.apply(store, clock);
  return true;
}

}  // namespace

Result<UpdateTimeToLiveResponse> Engine::Impl::update_time_to_live(
    const UpdateTimeToLiveRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  api::Constraints constraints;
  constraints.length(request.attribute_name, "timeToLiveSpecification.attributeName", 1, 255);
  if (auto checked = constraints.result(); !checked) return std::move(checked).error();

  auto writer = catalogue_.write();
  const auto found = writer.require_table(*name);
  if (!found) return found.error();
  Table& table = **found;
  if (auto there = check_table_is_there(table); !there) return std::move(there).error();
  const TimePoint time = now();
  if (auto checked = check_change(table, request, time); !checked) {
    return std::move(checked).error();
  }
  table.time_to_live_attribute.reset();
  if (request.enabled) table.time_to_live_attribute = request.attribute_name;
  table.time_to_live_changed = time;
  return UpdateTimeToLiveResponse{request.attribute_name, request.enabled};
}

Result<DescribeTimeToLiveResponse> Engine::Impl::describe_time_to_live(
    const DescribeTimeToLiveRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const auto reader = catalogue_.read();
  const auto table = reader.require_table(*name);
  if (!table) return table.error();
  return DescribeTimeToLiveResponse{(*table)->time_to_live_attribute};
}

// A call is short, however large the tables are: while it runs, its thread does nothing else.
ExpirySweep Engine::Impl::delete_expired_items(std::size_t limit) {
  const std::lock_guard lock(expiry_mutex_);
  const TimePoint time = now();
  streams_.trim(time);
  ExpirySweep sweep;
  while (sweep.deleted < limit && sweep.read < kReadPerCall) {
    if (!expire_page(time, limit, sweep)) {
      expiry_place_ = {};
      return sweep;
    }
  }
  sweep.more = true;
  return sweep;
}

bool Engine::Impl::expire_page(TimePoint time, std::size_t limit, ExpirySweep& sweep) {
  const auto reader = catalogue_.read();
  const auto& tables = reader.tables();
  auto found = tables.lower_bound(expiry_place_.table);
  while (found != tables.end() && !found->second->time_to_live_attribute) ++found;
  if (found == tables.end()) return false;
  Table& table = *found->second;
  if (found->first != expiry_place_.table) expiry_place_ = {found->first, {}};

  storage::RangeRead range;
  range.lower = expiry_place_.key.position();
  range.max_items = std::min(kEntriesPerRead, kReadPerCall - sweep.read);
  const storage::Page page = table.tree->read(range);
  for (const Item& item : page.items) {
    if (sweep.deleted == limit) return true;
    EntryKey key = *table_entry_key(table.keys, item);
    ++sweep.read;
    if (is_expired(item, *table.time_to_live_attribute, time) &&
        delete_if_expired(table, key, time, *store_, options_.clock)) {
      ++sweep.deleted;
    }
    expiry_place_.key = std::move(key);
    expiry_place_.key.bytes.push_back('\0');
  }
  if (page.exhausted) expiry_place_ = {found->first + '\0', {}};
  return true;
}

}  // namespace keywright
