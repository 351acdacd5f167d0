#include "engine_backend.hpp"

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

// The engine has no other way to forget everything while requests may be at work in it.
Result<void> delete_all_tables(Database& database) {
  for (;;) {
    const auto listed = database.list_tables({});
    if (!listed) return listed.error();
    if (listed->table_names.empty()) return {};
    for (const auto& name : listed->table_names) {
      UpdateTableRequest unprotect;
      unprotect.table_name = name;
      unprotect.deletion_protection_enabled = false;
      const auto described = database.describe_table({name});
      if (described && described->table.deletion_protection_enabled) {
        if (auto updated = database.update_table(unprotect); !updated) {
          return std::move(updated).error();
        }
      }
      auto deleted = database.delete_table({name});
      if (!deleted && deleted.error().code != ErrorCode::not_found) {
        return std::move(deleted).error();
      }
    }
  }
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
  if (guard_ != nullptr) place.guard = std::make_unique<guard::Guard>(*engine, *guard_);
  place.engine = std::move(engine);
  return engines_.emplace(tenant, std::move(place)).first->second.database();
}

std::vector<Engine*> EngineBackend::engines_of(const BackendScope& scope) {
  const std::shared_lock lock(mutex_);
  std::vector<Engine*> engines;
  for (const auto& [tenant, place] : engines_) {
    const bool is_meant = !options_.isolate ||
                          ((scope.access_key_id.empty() || scope.access_key_id == tenant.first) &&
                           (scope.region.empty() || scope.region == tenant.second));
    if (is_meant) engines.push_back(place.engine.get());
  }
  return engines;
}

std::size_t EngineBackend::delete_expired_items(std::size_t limit) {
  std::size_t deleted = 0;
  for (auto* engine : engines_of({})) {
    if (deleted == limit) break;
    deleted += engine->delete_expired_items(limit - deleted);
  }
  return deleted;
}

Result<void> EngineBackend::reset(const BackendScope& scope) {
  for (auto* engine : engines_of(scope)) {
    if (auto emptied = delete_all_tables(*engine); !emptied) return emptied;
    if (auto created = create_tables(*engine, options_.tables); !created) return created;
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
