#include "repository/batch.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace keywright::repository {

BatchRun::BatchRun(const Runtime& runtime, std::string_view pattern, const BatchOptions& options)
    : runtime_(runtime),
      pattern_(pattern),
      concurrency_(std::max<std::size_t>(options.concurrency, 1)),
      counts_attempts_(!options.deadline),
      deadline_(runtime.deadline(
          pattern, options.deadline ? options.deadline : runtime.options().deadline)) {}

void BatchRun::run(std::vector<Positions> chunks, const Send& send) {
  for (Positions& positions : chunks) {
    waiting_.emplace_hint(waiting_.end(), runtime_.ticks(), Chunk{std::move(positions)});
  }
  const std::size_t workers = std::min(concurrency_, waiting_.size());
  if (workers == 0) return;
  runtime_.options().parallel(workers, [&](std::size_t) { work(send); });
}

void BatchRun::work(const Send& send) {
  while (auto next = take()) {
    auto& [due, chunk] = *next;
    const auto now = runtime_.ticks();
    const auto start = std::max(now, due);
    if (out_of_time(start)) {
      give_up(chunk.positions, timeout(chunk.attempt - 1));
      continue;
    }
    if (start > now) {
      // Rounded down, so as not to end behind the deadline.
      runtime_.options().sleep(std::chrono::floor<std::chrono::milliseconds>(start - now));
    }
    ChunkOutcome outcome = send(chunk.positions);
    settle(std::move(chunk), std::move(outcome));
  }
}

/// The chunk that is due first; nullopt if none is left for this worker.
std::optional<BatchRun::DueChunk> BatchRun::take() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return std::nullopt;
  auto first = waiting_.extract(waiting_.begin());
  return DueChunk{first.key(), std::move(first.mapped())};
}

void BatchRun::settle(Chunk chunk, ChunkOutcome outcome) {
  ++outcome.tally.requests;
  if (chunk.attempt > 1) ++outcome.tally.retries;
  {
    const std::lock_guard lock(mutex_);
    tally_ += outcome.tally;
  }
  if (outcome.error) {
    const bool again = may_repeat(*outcome.error, Repeat::always);
    if (!again) return give_up(chunk.positions, *outcome.error);
    outcome.unprocessed = chunk.positions;
  }
  if (outcome.unprocessed.empty()) return;

  // Progress earns a fresh start: only a chunk that is stuck runs out of attempts.
  const bool progress = outcome.unprocessed.size() < chunk.positions.size();
  chunk.attempt = progress ? 2 : chunk.attempt + 1;
  chunk.positions = std::move(outcome.unprocessed);
  if (counts_attempts_ && chunk.attempt > runtime_.options().retry.max_attempts) {
    const Error stuck = make_error(
        ErrorCode::throttled,
        fmt::format("{}: still unprocessed after {} attempts", pattern_, chunk.attempt - 1));
    return give_up(chunk.positions, outcome.error.value_or(stuck));
  }
  const auto due = runtime_.ticks_in(runtime_.pause_before(chunk.attempt));
  const std::lock_guard lock(mutex_);
  waiting_.emplace(due, std::move(chunk));
}

void BatchRun::give_up(const Positions& positions, const Error& error) {
  const std::lock_guard lock(mutex_);
  for (const std::size_t position : positions) failed_.emplace(position, error);
}

bool BatchRun::out_of_time(std::chrono::nanoseconds at) const {
  return deadline_.tick && at > *deadline_.tick;
}

Error BatchRun::timeout(std::size_t attempts) const {
  return make_error(ErrorCode::timeout,
                    attempts == 0
                        ? fmt::format("{}: the deadline passed before it was sent", pattern_)
                        : fmt::format("{}: still unprocessed at the deadline, after {} attempts",
                                      pattern_, attempts));
}

std::vector<Positions> cut(const Positions& positions, std::size_t max_count, std::size_t max_size,
                           const std::function<std::size_t(std::size_t)>& size_of) {
  std::vector<Positions> chunks;
  std::size_t size = 0;
  for (const std::size_t position : positions) {
    const std::size_t own = size_of(position);
    if (chunks.empty() || chunks.back().size() == max_count || size + own > max_size) {
      chunks.emplace_back();
      size = 0;
    }
    chunks.back().push_back(position);
    size += own;
  }
  return chunks;
}

}  // namespace keywright::repository
