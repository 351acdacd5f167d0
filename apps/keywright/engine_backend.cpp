#include "engine_backend.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>

namespace keywright::cli {
namespace {

/// As Engine has it, for all engines together.
constexpr std::size_t kReadPerSweep = 4000;
/// Of one database. Each keeps what was changed or deleted after it.
constexpr std::size_t kMaxSnapshots = 100;

Error too_many_tenants(std::size_t most) {
  Error error;
  error.code = ErrorCode::conflict;
  error.exception = "LimitExceededException";
  error.message = "--isolate keeps " + std::to_string(most) +
                  (most == 1 ? " database" : " databases at most") +
                  ", one for each access key and region, and every one is in use or has tables or "
                  "snapshots. Delete what is not needed, or start the server with a higher "
                  "--max-databases";
  return error;
}

Error too_many_snapshots() {
  Error error;
  error.code = ErrorCode::conflict;
  error.exception = "LimitExceededException";
  error.message = "There are " + std::to_string(kMaxSnapshots) +
                  " snapshots, which is the most that a database has. DELETE "
                  "/_keywright/snapshot?name=NAME makes room for another";
  return error;
}

Error no_snapshot(std::string_view name) {
  Error error;
  error.code = ErrorCode::validation;
  error.exception = "ValidationException";
  error.message = "There is no snapshot '" + std::string(name) +
                  "'; POST /_keywright/snapshot?name=" + std::string(name) + " takes one";
  return error;
}

// Who means the data of one worker does not get that of all.
Result<void> check_scope(const BackendScope& scope, bool is_isolated) {
  if (!scope.is_named || is_isolated) return {};
  Error error;
  error.code = ErrorCode::validation;
  error.exception = "ValidationException";
  error.message =
      "This server has one database for every access key and region: leave access_key_id and "
      "region away, or start it with --isolate";
  return error;
}

Error no_database(const BackendScope& scope) {
  Error error;
  error.code = ErrorCode::validation;
  error.exception = "ValidationException";
  error.message = "There is no database";
  if (!scope.access_key_id.empty()) {
    error.message.append(" of the access key '").append(scope.access_key_id).append("'");
  }
  if (!scope.region.empty()) error.message.append(" in ").append(scope.region);
  error.message += " yet; the first request that it signs makes one";
  return error;
}

}  // namespace

EngineBackend::EngineBackend(EngineBackendOptions options) : options_(std::move(options)) {
  clock_ = options_.clock ? options_.clock : system_clock();
  if (options_.manual_clock) clock_ = *options_.manual_clock;
  if (!options_.guarded_model) return;
  nobodys_ = Engine::in_memory();
  options_.guard.clock = clock_;
  guard_ = std::make_unique<Guard>(*nobodys_, *options_.guarded_model, options_.guard);
}

Result<void> EngineBackend::prepare() {
  if (options_.isolate) {
    // Nobody is there yet, but whether the tables can be made shows on an engine of no one.
    if (auto place = make_place(options_.region); !place) return std::move(place).error();
    return {};
  }
  auto created = create({});
  if (!created) return std::move(created).error();
  // The backend keeps it: requests need not count it.
  shared_ = std::shared_ptr<Database>(std::shared_ptr<void>(), created->get());
  return {};
}

Result<std::shared_ptr<Database>> EngineBackend::database(std::string_view access_key_id,
                                                          std::string_view region) {
  if (shared_ != nullptr) return shared_;
  {
    const std::shared_lock lock(mutex_);
    const auto found = places_.find(std::pair(access_key_id, region));
    if (found != places_.end()) return use(found->second);
  }
  return create({std::string(access_key_id), std::string(region)});
}

// Two first requests of a tenant may both make an engine: the one that comes second is thrown away.
Result<std::shared_ptr<Database>> EngineBackend::create(const Tenant& tenant) {
  const auto is_full = [this] { return places_.size() >= options_.max_databases; };
  {
    const std::shared_lock lock(mutex_);
    if (is_full() && find_unused() == places_.end()) {
      return too_many_tenants(options_.max_databases);
    }
  }
  auto made = make_place(tenant.second.empty() ? options_.region : tenant.second);
  if (!made) return std::move(made).error();
  std::shared_ptr<Place> freed;  // after the lock
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(tenant);
  if (found != places_.end()) return use(found->second);
  if (is_full()) {
    const auto unused = find_unused();
    if (unused == places_.end()) return too_many_tenants(options_.max_databases);
    freed = std::move(unused->second);
    places_.erase(unused);
  }
  return use(places_.emplace(tenant, *std::move(made)).first->second);
}

std::shared_ptr<Database> EngineBackend::use(const std::shared_ptr<Place>& place) {
  place->last_used.store(uses_.fetch_add(1) + 1);
  return {place, &place->database()};
}

// Under mutex_: whoever takes a place takes it from the map, so that one that the map alone holds
// stays so while the map is held exclusively.
EngineBackend::Places::iterator EngineBackend::find_unused() {
  auto best = places_.end();
  for (auto each = places_.begin(); each != places_.end(); ++each) {
    const auto& place = each->second;
    if (place.use_count() > 1 || !place->snapshots.empty()) continue;
    if (best != places_.end() && best->second->last_used <= place->last_used) continue;
    const auto tables = place->engine->list_tables({.limit = 1});
    if (tables && tables->table_names.empty()) best = each;
  }
  return best;
}

Result<std::shared_ptr<EngineBackend::Place>> EngineBackend::make_place(const std::string& region) {
  const Emulation& emulation = options_.emulation;
  auto made = std::make_shared<Place>();
  Place& place = *made;
  Clock clock = clock_;
  if (emulation.control_plane_delay.count() > 0) {
    place.behind = std::make_shared<std::atomic<std::int64_t>>(0);
    clock = [now = clock_, behind = place.behind] {
      return now() - std::chrono::milliseconds(behind->load());
    };
  }
  place.engine = Engine::in_memory({.clock = clock,
                                    .region = region,
                                    .seed = emulation.seed,
                                    .control_plane_delay = emulation.control_plane_delay,
                                    .index_lag = emulation.index_lag,
                                    .read_lag = emulation.read_lag});
  if (auto tables = make_tables(place); !tables) return std::move(tables).error();
  place.initial = place.engine->snapshot();
  if (emulation.throttle) {
    place.throttled =
        std::make_unique<ThrottledDatabase>(*place.engine, ThrottleOptions{.clock = clock_});
  }
  if (emulation.conflict_rate > 0) {
    place.conflicting = std::make_unique<ConflictingDatabase>(
        place.unguarded(),
        ConflictOptions{.rate = emulation.conflict_rate, .seed = emulation.seed});
  }
  if (guard_ != nullptr) {
    place.guard = std::make_unique<Guard>(place.unguarded(), *guard_);
  }
  return made;
}

// The tables of a model are there from the beginning, whatever delay is asked for: they are made as
// if it were over.
Result<void> EngineBackend::make_tables(Place& place) {
  if (place.behind) *place.behind = options_.emulation.control_plane_delay.count();
  auto created = apply::create_tables(*place.engine, options_.tables);
  if (place.behind) *place.behind = 0;
  if (!created) return created;
  place.see_states();
  return apply::set_time_to_live(*place.engine, options_.tables);
}

std::vector<std::shared_ptr<EngineBackend::Place>> EngineBackend::places_of(
    const BackendScope& scope) {
  const std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<Place>> places;
  for (const auto& [tenant, place] : places_) {
    const bool is_meant = !options_.isolate ||
                          ((scope.access_key_id.empty() || scope.access_key_id == tenant.first) &&
                           (scope.region.empty() || scope.region == tenant.second));
    if (is_meant) places.push_back(place);
  }
  return places;
}

// One engine after the other, each until its round is at its end.
ExpirySweep EngineBackend::delete_expired_items(std::size_t limit) {
  const std::lock_guard lock(expiry_);
  ExpirySweep sweep;
  while (sweep.deleted < limit && sweep.read < kReadPerSweep) {
    std::shared_ptr<Place> place;
    {
      const std::shared_lock map_lock(mutex_);
      const auto found = places_.lower_bound(expiry_tenant_);
      if (found == places_.end()) {
        expiry_tenant_ = {};
        return sweep;
      }
      std::tie(expiry_tenant_, place) = *found;
    }
    const ExpirySweep part = place->engine->delete_expired_items(limit - sweep.deleted);
    sweep.deleted += part.deleted;
    sweep.read += part.read;
    if (!part.more) expiry_tenant_.second.push_back('\0');  // the next one
  }
  sweep.more = true;
  return sweep;
}

// A database that is not there yet is as new already.
Result<void> EngineBackend::reset(const BackendScope& scope) {
  if (auto ok = check_scope(scope, options_.isolate); !ok) return ok;
  const std::lock_guard lock(administration_);
  for (const auto& place : places_of(scope)) place->restore(place->initial);
  return {};
}

Result<void> EngineBackend::snapshot(const BackendScope& scope, std::string_view name) {
  if (auto ok = check_scope(scope, options_.isolate); !ok) return ok;
  const std::lock_guard lock(administration_);
  const auto places = places_of(scope);
  if (places.empty() && scope.is_named) return no_database(scope);
  const bool is_full = std::any_of(places.begin(), places.end(), [&](const auto& place) {
    return place->snapshots.size() >= kMaxSnapshots && !place->snapshots.contains(name);
  });
  if (is_full) return too_many_snapshots();
  for (const auto& place : places) {
    auto taken = place->engine->snapshot();
    const std::lock_guard map_lock(mutex_);
    std::swap(place->snapshots[std::string(name)], taken);  // the old one is freed after the lock
  }
  return {};
}

// A database that was not there yet when the snapshot was taken is as it was then: new.
Result<void> EngineBackend::restore(const BackendScope& scope, std::string_view name) {
  if (auto ok = check_scope(scope, options_.isolate); !ok) return ok;
  const std::lock_guard lock(administration_);
  const auto places = places_of(scope);
  const bool is_known = std::any_of(places.begin(), places.end(), [&](const auto& place) {
    return place->snapshots.contains(name);
  });
  if (!is_known) return no_snapshot(name);
  for (const auto& place : places) {
    const auto found = place->snapshots.find(name);
    place->restore(found == place->snapshots.end() ? place->initial : found->second);
  }
  return {};
}

Result<void> EngineBackend::delete_snapshot(const BackendScope& scope, std::string_view name) {
  if (auto ok = check_scope(scope, options_.isolate); !ok) return ok;
  const std::lock_guard lock(administration_);
  std::vector<EngineSnapshot> freed;  // after the lock of the map
  for (const auto& place : places_of(scope)) {
    const auto found = place->snapshots.find(name);
    if (found == place->snapshots.end()) continue;
    const std::lock_guard map_lock(mutex_);
    freed.push_back(std::move(found->second));
    place->snapshots.erase(found);
  }
  if (freed.empty()) return no_snapshot(name);
  return {};
}

Result<std::string> EngineBackend::access_patterns(bool as_text) {
  if (guard_ == nullptr) return Backend::access_patterns(as_text);
  const auto report = guard_->report();
  return as_text ? to_text(report) : to_json(report);
}

std::string EngineBackend::metrics() {
  return guard_ == nullptr ? std::string() : to_metrics(guard_->report());
}

TimePoint EngineBackend::now() {
  return clock_();
}

Result<void> EngineBackend::set_clock(TimePoint now) {
  if (!options_.manual_clock) return Backend::set_clock(now);
  if (options_.emulation.control_plane_delay.count() > 0) {
    for (const auto& place : places_of({})) place->see_states();
  }
  options_.manual_clock->set(now);
  return {};
}

}  // namespace keywright::cli
