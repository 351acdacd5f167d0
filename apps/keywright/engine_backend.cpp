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
  guard_ = std::make_unique<guard::Guard>(*nobodys_, *options_.guarded_model, options_.guard);
}

Result<void> EngineBackend::prepare() {
  if (options_.isolate) {
    // Nobody is there yet, but whether the tables can be made shows on an engine of no one.
    const auto engine = Engine::in_memory({.clock = clock_, .region = options_.region});
    return create_tables(*engine, options_.tables);
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
  EngineOptions options;
  options.clock = clock_;
  options.region = tenant.second.empty() ? options_.region : tenant.second;
  auto engine = Engine::in_memory(std::move(options));
  if (auto created = create_tables(*engine, options_.tables); !created) {
    return std::move(created).error();
  }
  Place place;
  place.initial = engine->snapshot();
  if (guard_ != nullptr) place.guard = std::make_unique<guard::Guard>(*engine, *guard_);
  place.engine = std::move(engine);
  return engines_.emplace(tenant, std::move(place)).first->second.database();
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
  for (auto* place : places_of(scope)) place->engine->restore(place->initial);
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
    place->engine->restore(found == place->snapshots.end() ? place->initial : found->second);
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
