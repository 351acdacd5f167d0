#pragma once
// An UpdateTable request against the table it changes: first all checks, then all changes. The
// caller holds the catalogue's Writer.

#include "engine/stream_registry.hpp"
#include "engine/table_state.hpp"
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace keywright::engine {

using CreateIndex = CreateGlobalSecondaryIndexAction;
using UpdateIndex = UpdateGlobalSecondaryIndexAction;
using DeleteIndex = DeleteGlobalSecondaryIndexAction;

/// The one index that is created or deleted by the request, if any.
template <class Action>
[[nodiscard]] const Action* find_action(const UpdateTableRequest& request) {
  for (const auto& update : request.global_secondary_index_updates) {
    if (const auto* action = std::get_if<Action>(&update)) return action;
  }
  return nullptr;
}

/// LimitExceededException of a second index that is to be created or deleted.
[[nodiscard]] Error one_online_index();

class TableUpdate {
 public:
  struct Context {
    TimePoint now;             ///< by the clock of the table, as all states are
    TimePoint ready_at;        ///< when what changes now is ACTIVE
    std::string_view region;   ///< of keys that are named without an ARN
    std::string_view account;  ///< the same
  };

  TableUpdate(Table& table, const UpdateTableRequest& request, Context context);

  [[nodiscard]] Result<void> check() const;

  /// All but what follows.
  void apply_settings();
  void apply_stream(StreamRegistry& streams, TimePoint now, TimePoint ready_at);
  /// Begins the life of a new index; its tree is to be filled. The table is UPDATING until then.
  std::shared_ptr<Index> add_index(const GlobalSecondaryIndex& definition,
                                   std::shared_ptr<storage::Tree> tree);
  /// The tree of the index has been filled.
  void finish_index(Index& index);
  /// Its tree, to be dropped. The index is described for the time it is DELETING.
  std::shared_ptr<storage::Tree> remove_index(const std::string& name);

 private:
  [[nodiscard]] Result<void> check_throughput() const;
  [[nodiscard]] Result<void> check_indexes_get_throughput() const;
  [[nodiscard]] Result<void> check_stream_state() const;
  [[nodiscard]] Result<void> check_encryption() const;
  [[nodiscard]] std::optional<SseSpecification> next_encryption() const;
  [[nodiscard]] Result<void> check_action(const CreateIndex& action) const;
  [[nodiscard]] Result<void> check_action(const UpdateIndex& action) const;
  [[nodiscard]] Result<void> check_action(const DeleteIndex& action) const;
  [[nodiscard]] Error index_not_found(const std::string& name) const;

  void apply_action(const UpdateIndex& action);
  void switch_mode();
  /// What a table serves it goes on serving, whatever its mode and its units become.
  void keep_warm();
  [[nodiscard]] std::vector<AttributeDefinition> merged_definitions() const;
  void prune_definitions();
  /// UPDATING until the whole or the half of the time that changes take.
  void begin_update(bool half);
  [[nodiscard]] TimePoint half_time() const;

  Table& table_;
  const UpdateTableRequest& request_;
  Context context_;
  BillingMode mode_;
};

}  // namespace keywright::engine
