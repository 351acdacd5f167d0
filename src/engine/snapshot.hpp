#pragma once
// All that an engine holds, as one value.
//
// Whatever is added to an engine's state belongs here, or into Table (table_state.hpp): a snapshot
// keeps it then.

#include "engine/catalogue.hpp"
#include "engine/idempotency_tokens.hpp"
#include "engine/resource_policies.hpp"
#include "engine/stream_registry.hpp"
#include <keywright/engine.hpp>

namespace keywright {

struct EngineSnapshot::State {
  engine::Catalogue::Tables tables;
  engine::StreamRegistry::Streams streams;  ///< those of the tables, and those that were disabled
  engine::ResourcePolicies::Policies policies;
  engine::IdempotencyTokens::Snapshot tokens;
  engine::IdempotencyTokens::Snapshot statement_tokens;

  /// The same with tables and streams of its own: neither sees what is done to the other. Costs
  /// nothing per item or record. Nobody changes a table meanwhile.
  [[nodiscard]] State copy() const;
};

}  // namespace keywright
