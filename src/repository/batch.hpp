#pragma once
// The chunks of a batch under way: sent by one or several workers, repeated where something was
// left unprocessed, until all is done or time or attempts run out.
//
// A worker takes the chunk that is due first, so that the pause of one chunk holds up no other.
// What a chunk contains is its sender's business: here it is only positions in the input.

#include "repository/runtime.hpp"
#include <keywright/batch_report.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright::repository {

using Positions = std::vector<std::size_t>;

/// What one request did: which positions are still to do, or why all of them failed.
struct ChunkOutcome {
  Positions unprocessed;
  std::optional<Error> error;
  Tally tally;
};

class BatchRun {
 public:
  /// Sends one chunk, once. Called by several workers at a time.
  using Send = std::function<ChunkOutcome(const Positions& positions)>;

  BatchRun(const Runtime& runtime, std::string_view pattern, const BatchOptions& options);

  /// Returns when every position is done or has an error.
  void run(std::vector<Positions> chunks, const Send& send);

  [[nodiscard]] std::map<std::size_t, Error>& failed() { return failed_; }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  /// For each request.
  [[nodiscard]] const CallControl& control() const { return deadline_.control; }

 private:
  struct Chunk {
    Positions positions;
    std::size_t attempt = 1;
  };
  struct DueChunk {
    std::chrono::nanoseconds due;
    Chunk chunk;
  };

  void work(const Send& send);
  [[nodiscard]] std::optional<DueChunk> take();
  void settle(Chunk chunk, ChunkOutcome outcome);
  void give_up(const Positions& positions, const Error& error);
  [[nodiscard]] bool out_of_time(std::chrono::nanoseconds at) const;
  [[nodiscard]] Error timeout(std::size_t attempts) const;

  const Runtime& runtime_;
  std::string_view pattern_;
  std::size_t concurrency_;
  bool counts_attempts_;  // with a deadline of its own a batch tries until then
  Deadline deadline_;

  std::mutex mutex_;                                        // guards what follows
  std::multimap<std::chrono::nanoseconds, Chunk> waiting_;  // by when they are due
  std::map<std::size_t, Error> failed_;
  Tally tally_;
};

/// Positions 0 .. count - 1 in their order, cut where a chunk would have too many or too large
/// ones.
[[nodiscard]] std::vector<Positions> cut(const Positions& positions, std::size_t max_count,
                                         std::size_t max_size,
                                         const std::function<std::size_t(std::size_t)>& size_of);

}  // namespace keywright::repository
