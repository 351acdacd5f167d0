#include "engine_backend.hpp"

#include <algorithm>
#include <mutex>

namespace keywright::cli {
namespace {

/// More tenants than any test suite has: a client that invents keys must not fill the memory.
constexpr std::size_t kMostEngines = 10'000;

Error too_many_tenants() {
  Error error;
  error.code = ErrorCode::conflict;
  error.exception = "LimitExceededException";
  error.message = "--isolate keeps at most " + std::to_string(kMostEngines) +
                  " databases, one for each access key and region";
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

}  // namespace

EngineBackend::EngineBackend(EngineBackendOptions options) : options_(std::move(options)) {
  clock_ = options_.manual_clock ? Clock(*options_.manual_clock) : system_clock();
  if (!options_.guarded_model) return;
  nobodys_ = Engine::in_memory();
  options_.guard.clock = clock_;
  guard_ = std::make_unique<guard::Guard>(*nobodys_, *options_.guarded_model, options_.guard);
}

Result<void> EngineBackend::prepare() {
  if (options_.isolate) {
    // Nobody is there yet, but whether the tables can be made shows on an engine of no one.
    if (auto place = make_place(options_.region); !place) return std::move(place).error();
    return {};
  }
  if (auto created = create({}); !created) return std::move(created).error();
  return {};
}

Result<std::reference_wrapper<Database>> EngineBackend::database(std::string_view access_key_id,
                                                                 std::string_view region) {
  if (!options_.isolate) access_key_id = region = {};
  const std::pair tenant(access_key_id, region);
  {
    const std::shared_lock lock(mutex_);
    const auto found = engines_.find(tenant);
    if (found != engines_.end()) return found->second.database();
  }
  return create({std::string(access_key_id), std::string(region)});
}

Result<std::reference_wrapper<Database>> EngineBackend::create(const Tenant& tenant) {
  const std::lock_guard lock(mutex_);
  const auto found = engines_.find(tenant);
  if (found != engines_.end()) return found->second.database();
  if (engines_.size() >= kMostEngines) return too_many_tenants();
  auto place = make_place(tenant.second.empty() ? options_.region : tenant.second);
  if (!place) return std::move(place).error();
  return engines_.emplace(tenant, *std::move(place)).first->second.database();
}

Result<EngineBackend::Place> EngineBackend::make_place(const std::string& region) {
  const Emulation& emulation = options_.emulation;
  Place place;
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
  if (auto made = make_tables(place); !made) return std::move(made).error();
  place.initial = place.engine->snapshot();
  if (emulation.throttle) {
    place.throttled =
        std::make_unique<ThrottledDatabase>(*place.engine, ThrottleOptions{.clock = clock_});
  }
  if (emulation.conflict_rate > 0) {
    place.conflicting = std::make_unique<ConflictingDatabase>(
        place.unguarded().get(),
        ConflictOptions{.rate = emulation.conflict_rate, .seed = emulation.seed});
  }
  if (guard_ != nullptr) {
    place.guard = std::make_unique<guard::Guard>(place.unguarded().get(), *guard_);
  }
  return place;
}

// The tables of a model are there from the beginning, whatever delay is asked for: they are made as
// if it were over.
Result<void> EngineBackend::make_tables(Place& place) {
  if (place.behind) *place.behind = options_.emulation.control_plane_delay.count();
  auto created = create_tables(*place.engine, options_.tables);
  if (place.behind) *place.behind = 0;
  if (!created) return created;
  return set_time_to_live(*place.engine, options_.tables);
}

std::vector<EngineBackend::Place*> EngineBackend::places_of(const BackendScope& scope) {
  std::vector<Place*> places;
  for (auto& [tenant, place] : engines_) {
    const bool is_meant = !options_.isolate ||
                          ((scope.access_key_id.empty() || scope.access_key_id == tenant.first) &&
                           (scope.region.empty() || scope.region == tenant.second));
    if (is_meant) places.push_back(&place);
  }
  return places;
}

std::size_t EngineBackend::delete_expired_items(std::size_t limit) {
  const std::shared_lock lock(mutex_);
  std::size_t deleted = 0;
  for (auto* place : places_of({})) {
    if (deleted == limit) break;
    deleted += place->engine->delete_expired_items(limit - deleted);
  }
  return deleted;
}

Result<void> EngineBackend::reset(const BackendScope& scope) {
  const std::lock_guard lock(mutex_);
  for (auto* place : places_of(scope)) place->restore(place->initial);
  return {};
}

Result<void> EngineBackend::snapshot(const BackendScope& scope, std::string_view name) {
  const std::lock_guard lock(mutex_);
  for (auto* place : places_of(scope)) {
    place->snapshots.insert_or_assign(std::string(name), place->engine->snapshot());
  }
  return {};
}

// A database that was not there yet when the snapshot was taken is as it was then: new.
Result<void> EngineBackend::restore(const BackendScope& scope, std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto places = places_of(scope);
  const bool is_known = std::any_of(places.begin(), places.end(), [&](const Place* place) {
    return place->snapshots.contains(name);
  });
  if (!is_known) return no_snapshot(name);
  for (auto* place : places) {
    const auto found = place->snapshots.find(name);
    place->restore(found == place->snapshots.end() ? place->initial : found->second);
  }
  return {};
}

Result<std::string> EngineBackend::access_patterns(bool as_text) {
  if (guard_ == nullptr) return Backend::access_patterns(as_text);
  const auto report = guard_->report();
  return as_text ? to_text(report) : to_json(report);
}

TimePoint EngineBackend::now() {
  return clock_();
}

Result<void> EngineBackend::set_clock(TimePoint now) {
  if (!options_.manual_clock) return Backend::set_clock(now);
  options_.manual_clock->set(now);
  return {};
}

}  // namespace keywright::cli
