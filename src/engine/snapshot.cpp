// snapshot, restore and reset: copies of all that the engine holds, made while nobody uses it.

#include "engine/snapshot.hpp"

#include "engine/engine_impl.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace keywright {

using namespace engine;

EngineSnapshot::State EngineSnapshot::State::copy() const {
  State copied = *this;
  for (auto& [arn, stream] : copied.streams) stream = stream->copy();
  for (auto& [name, table] : copied.tables) {
    table = copy_of(*table);
    if (table->stream) table->stream = copied.streams.at(table->stream->definition().arn);
  }
  return copied;
}

EngineSnapshot Engine::Impl::snapshot() {
  const std::lock_guard no_builds(index_builds_);
  auto writer = catalogue_.write();
  const EngineSnapshot::State live{writer.tables(), streams_.streams(), policies_.policies(),
                                   tokens_.snapshot(), statement_tokens_.snapshot()};
  EngineSnapshot snapshot;
  snapshot.state_ = std::make_shared<EngineSnapshot::State>(live.copy());
  return snapshot;
}

void Engine::Impl::restore(const EngineSnapshot& snapshot) {
  Catalogue::Tables replaced;  // whose items are freed while the engine is in use again
  {
    const std::lock_guard no_sweep(expiry_mutex_);
    const std::lock_guard no_builds(index_builds_);
    auto writer = catalogue_.write();
    expiry_place_ = {};
    // A copy, as the snapshot may be restored again.
    auto state = snapshot.state_ ? snapshot.state_->copy() : EngineSnapshot::State();
    replaced = std::exchange(writer.tables(), std::move(state.tables));
    streams_.replace(std::move(state.streams));
    policies_.replace(std::move(state.policies));
    tokens_.restore(state.tokens);
    statement_tokens_.restore(state.statement_tokens);
  }
  for (const auto& [name, table] : replaced) drop_trees(*table);
}

}  // namespace keywright
