#pragma once

// What `keywright serve` serves: one embedded engine for everybody, or one for each access key and
// region. Thread-safe after prepare(). Making an engine, and putting one back, keeps nobody waiting
// who works with another.

#include "apply/model_table.hpp"
#include <keywright/clock.hpp>
#include <keywright/conflicting_database.hpp>
#include <keywright/engine.hpp>
#include <keywright/guard.hpp>
#include <keywright/server.hpp>
#include <keywright/throttled_database.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::cli {

/// What AWS has and an engine in this process has not; by default it is off.
struct Emulation {
  std::chrono::milliseconds control_plane_delay{0};
  std::chrono::milliseconds index_lag{0};
  std::chrono::milliseconds read_lag{0};
  bool throttle = false;
  double conflict_rate = 0;  ///< 0 to 1
  std::uint64_t seed = 0;    ///< of conflicts and table ids; 0: taken from the system
};

struct EngineBackendOptions {
  bool isolate = false;
  std::size_t max_databases = 1000;           ///< if isolated
  std::string region = "us-east-1";           ///< in ARNs, unless isolated: then the request's
  std::optional<ManualClock> manual_clock{};  ///< absent: `clock`
  Clock clock{};                              ///< default: the system's
  std::vector<apply::ModelTable> tables{};    ///< created in every new engine
  Emulation emulation{};
  /// With a model: guards stand before all engines, and count together.
  std::optional<model::Model> guarded_model{};
  GuardOptions guard{};
};

class EngineBackend final : public Backend {
 public:
  explicit EngineBackend(EngineBackendOptions options);

  /// Makes the shared engine with its tables, so that errors in them show at once. To be called
  /// before any request.
  [[nodiscard]] Result<void> prepare();

  /// If isolated and full, an engine without tables and snapshots, of which nobody holds the
  /// database, makes place for a new one: the one that was not used for longest.
  Result<std::shared_ptr<Database>> database(std::string_view access_key_id,
                                             std::string_view region) override;
  ExpirySweep delete_expired_items(std::size_t limit) override;
  Result<void> reset(const BackendScope& scope) override;
  Result<void> snapshot(const BackendScope& scope, std::string_view name) override;
  Result<void> restore(const BackendScope& scope, std::string_view name) override;
  Result<void> delete_snapshot(const BackendScope& scope, std::string_view name) override;
  Result<std::string> access_patterns(bool as_text) override;
  std::string metrics() override;
  TimePoint now() override;
  Result<void> set_clock(TimePoint now) override;

 private:
  // Access key and region; both empty for the engine that is shared.
  using Tenant = std::pair<std::string, std::string>;
  struct Less {
    using is_transparent = void;
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const {
      const auto views = [](const auto& tenant) {
        return std::pair<std::string_view, std::string_view>(tenant.first, tenant.second);
      };
      return views(left) < views(right);
    }
  };

  // An engine and what stands before it: each one before those above it. Null: it does not.
  struct Place {
    /// How far the engine's clock is behind, in milliseconds; null: it never is.
    std::shared_ptr<std::atomic<std::int64_t>> behind;
    std::unique_ptr<Engine> engine;
    std::unique_ptr<ThrottledDatabase> throttled;
    std::unique_ptr<ConflictingDatabase> conflicting;
    std::unique_ptr<Guard> guard;
    EngineSnapshot initial;  // the model's tables, empty
    /// Changed under administration_ and mutex_, read under one of them.
    std::map<std::string, EngineSnapshot, std::less<>> snapshots;
    std::atomic<std::uint64_t> last_used{0};

    /// What was consumed of throughput is forgotten.
    void restore(const EngineSnapshot& snapshot) const {
      engine->restore(snapshot);
      if (throttled != nullptr) throttled->reset();
    }

    /// What became ACTIVE stays so when the clock is set back: a table knows once it was asked.
    void see_states() const {
      for (ListTablesRequest request;;) {
        const auto tables = engine->list_tables(request);
        if (!tables) return;
        for (const auto& name : tables->table_names) {
          (void)engine->describe_table({.table_name = name});
        }
        if (!tables->last_evaluated_table_name) return;
        request.exclusive_start_table_name = tables->last_evaluated_table_name;
      }
    }

    [[nodiscard]] Database& unguarded() const {
      if (conflicting != nullptr) return *conflicting;
      if (throttled != nullptr) return *throttled;
      return *engine;
    }
    [[nodiscard]] Database& database() const { return guard != nullptr ? *guard : unguarded(); }
  };
  using Places = std::map<Tenant, std::shared_ptr<Place>, Less>;

  [[nodiscard]] Result<std::shared_ptr<Database>> create(const Tenant& tenant);
  [[nodiscard]] std::shared_ptr<Database> use(const std::shared_ptr<Place>& place);
  [[nodiscard]] Result<std::shared_ptr<Place>> make_place(const std::string& region);
  [[nodiscard]] Result<void> make_tables(Place& place);
  [[nodiscard]] Places::iterator find_unused();
  [[nodiscard]] std::vector<std::shared_ptr<Place>> places_of(const BackendScope& scope);

  EngineBackendOptions options_;
  Clock clock_;
  // Who takes several takes them in this order.
  std::mutex administration_;  // of reset, snapshot and restore: one at a time
  std::mutex expiry_;
  std::shared_mutex mutex_;  // of the map; held for moments
  Places places_;
  Tenant expiry_tenant_;                // the sweep goes on here; under expiry_
  std::atomic<std::uint64_t> uses_{0};  // counts, to tell who was used last
  std::shared_ptr<Database> shared_;    // owns nothing; null if isolated
  std::unique_ptr<Engine> nobodys_;     // behind guard_
  std::unique_ptr<Guard> guard_;        // what all guards share; null: there are none
};

}  // namespace keywright::cli
