#include "copy/copier.hpp"

#include "copy/calls.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace keywright::copy {

/// What the threads of one run share, under the copier's mutex.
struct Copier::Run {
  std::size_t next = 0;
  std::size_t working = 0;
  std::optional<Error> error{};
  std::stop_source stop{};
  std::condition_variable ended{};
};

Copier::Copier(Source& source, Target& target, std::vector<SegmentState> segments)
    : source_(source), target_(target), segments_(std::move(segments)), written_(total(segments_)) {
  segments_.resize(source.segments());
}

std::vector<SegmentState> Copier::segments() const {
  const std::lock_guard lock(mutex_);
  return segments_;
}

Tally Copier::written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

Result<bool> Copier::run(std::size_t threads, const std::stop_token& stop,
                         std::chrono::milliseconds interval,
                         const std::function<Result<void>()>& tick) {
  Run run;
  const std::stop_callback pass_on(stop, [&] { run.stop.request_stop(); });
  const auto is_open = [](const SegmentState& segment) { return !segment.is_done; };
  const auto open =
      static_cast<std::size_t>(std::count_if(segments_.begin(), segments_.end(), is_open));
  std::vector<std::jthread> workers;
  run.working = std::min(threads, open);
  workers.reserve(run.working);
  for (std::size_t i = 0, count = run.working; i < count; ++i) {
    workers.emplace_back([this, &run] { work(run); });
  }
  std::unique_lock lock(mutex_);
  while (!run.ended.wait_for(lock, interval, [&] { return run.working == 0; })) {
    lock.unlock();
    auto ticked = tick();
    lock.lock();
    if (!ticked && !run.error) run.error = std::move(ticked).error();
    if (run.error) run.stop.request_stop();
  }
  lock.unlock();
  workers.clear();
  if (auto ticked = tick(); !ticked && !run.error) run.error = std::move(ticked).error();
  if (run.error) return *std::move(run.error);
  return std::none_of(segments_.begin(), segments_.end(), is_open);
}

void Copier::work(Run& run) {
  Digester digester;
  std::unique_lock lock(mutex_);
  while (!run.stop.stop_requested()) {
    while (run.next < segments_.size() && segments_[run.next].is_done) ++run.next;
    if (run.next == segments_.size()) break;
    const std::size_t index = run.next++;
    lock.unlock();
    auto copied = copy_segment(index, digester, run.stop.get_token());
    lock.lock();
    if (copied) continue;
    // What an ordered end has cut short is no error.
    if (!run.stop.stop_requested() && !run.error) run.error = std::move(copied).error();
    run.stop.request_stop();
  }
  --run.working;
  run.ended.notify_all();
}

Result<void> Copier::copy_segment(std::size_t index, Digester& digester,
                                  const std::stop_token& stop) {
  SegmentState state;
  {
    const std::lock_guard lock(mutex_);
    state = segments_[index];
  }
  auto reader = source_.open(index, state.position);
  if (!reader) return std::move(reader).error();
  auto writer = target_.open(index, state.parts);
  if (!writer) return std::move(writer).error();
  Result<bool> is_last = false;
  while (is_last && !*is_last && !stop.stop_requested()) {
    is_last = copy_page(**reader, **writer, index, state, digester, stop);
  }
  // Also what comes before an error is worth keeping.
  if (auto flushed = (*writer)->flush(); !flushed) {
    return is_last ? std::move(flushed).error() : std::move(is_last).error();
  }
  state.is_done = is_last && *is_last;
  keep(index, state, **writer);
  if (!is_last) return std::move(is_last).error();
  return {};
}

/// Whether it was the last page, and all of it is copied.
Result<bool> Copier::copy_page(SegmentReader& reader, SegmentWriter& writer, std::size_t index,
                               SegmentState& state, Digester& digester,
                               const std::stop_token& stop) {
  auto page = reader.next(stop);
  if (!page) return std::move(page).error();
  const std::span<const Item> items(page->items);
  for (std::size_t done = 0; done < items.size();) {
    if (stop.stop_requested()) return false;
    auto written = writer.write(items.subspan(done), stop);
    if (!written) {
      Error error = std::move(written).error();
      if (!stop.stop_requested()) {
        error.message += " (from " + reader.place_of(items[done], done) + " on)";
      }
      return error;
    }
    Tally tally;
    for (const Item& item : items.subspan(done, written->items)) tally += digester(item);
    done += written->items;
    state.tally += tally;
    state.position = reader.position_behind(items[done - 1], done - 1);
    {
      const std::lock_guard lock(mutex_);
      written_ += tally;
    }
    if (written->is_safe) keep(index, state, writer);
  }
  return page->is_last;
}

void Copier::keep(std::size_t index, const SegmentState& state, const SegmentWriter& writer) {
  auto parts = writer.parts();
  const std::lock_guard lock(mutex_);
  segments_[index] = state;
  segments_[index].parts = std::move(parts);
}

}  // namespace keywright::copy
