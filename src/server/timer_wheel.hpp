#pragma once
// Deadlines of many connections for the price of one timer. Moving a deadline further away, which
// is what every request does, is one store: its entry is looked at when the old one comes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace keywright::server {

class TimerWheel {
 public:
  using Tick = std::uint64_t;

  /// Whoever has a deadline owns one. Its end, like the wheel's, cancels it.
  class Entry {
   public:
    Entry() = default;
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() {
      if (is_scheduled()) unlink(*this);
    }

    [[nodiscard]] bool is_scheduled() const { return next_ != nullptr; }
    [[nodiscard]] Tick deadline() const { return deadline_; }

   private:
    friend class TimerWheel;
    Entry* next_ = nullptr;
    Entry* previous_ = nullptr;
    Tick deadline_ = 0;
    Tick looked_at_ = 0;
  };

  TimerWheel() {
    for (auto& slot : slots_) slot.next_ = slot.previous_ = &slot;
  }
  TimerWheel(const TimerWheel&) = delete;
  TimerWheel& operator=(const TimerWheel&) = delete;
  ~TimerWheel() {
    for (auto& slot : slots_) {
      while (slot.next_ != &slot) unlink(*slot.next_);
    }
  }

  /// Sets or moves the deadline. Returns whether next() may now be earlier than it was.
  bool schedule(Entry& entry, Tick deadline) {
    entry.deadline_ = deadline;
    if (entry.is_scheduled()) {
      if (entry.looked_at_ <= deadline) return false;
      unlink(entry);
    }
    link(entry);
    return true;
  }

  void cancel(Entry& entry) {
    if (entry.is_scheduled()) unlink(entry);
  }

  /// Moves on to `now` and takes out the entries whose deadline has come, in no order. Their owners
  /// may schedule them again.
  [[nodiscard]] std::vector<Entry*> advance(Tick now) {
    std::vector<Entry*> expired;
    if (now <= now_) return expired;
    // More than one turn visits every slot once.
    const Tick first = now - now_ >= kSlots ? now - kSlots + 1 : now_ + 1;
    now_ = now;
    for (Tick tick = first; tick <= now; ++tick) {
      Entry& slot = slots_[tick % kSlots];
      for (Entry* entry = slot.next_; entry != &slot;) {
        Entry& current = *entry;
        entry = entry->next_;
        if (current.looked_at_ > now) continue;
        unlink(current);
        if (current.deadline_ > now) {
          link(current);
        } else {
          expired.push_back(&current);
        }
      }
    }
    return expired;
  }

  /// When to call advance() next, if nothing is scheduled until then.
  [[nodiscard]] std::optional<Tick> next() const {
    for (Tick tick = now_ + 1; tick <= now_ + kSlots; ++tick) {
      const Entry& slot = slots_[tick % kSlots];
      if (slot.next_ != &slot) return tick;
    }
    return std::nullopt;
  }

 private:
  static constexpr Tick kSlots = 256;

  void link(Entry& entry) {
    // The furthest slot stands for everything beyond it.
    entry.looked_at_ = entry.deadline_ <= now_           ? now_ + 1
                       : entry.deadline_ > now_ + kSlots ? now_ + kSlots
                                                         : entry.deadline_;
    Entry& slot = slots_[entry.looked_at_ % kSlots];
    entry.previous_ = slot.previous_;
    entry.next_ = &slot;
    slot.previous_->next_ = &entry;
    slot.previous_ = &entry;
  }

  static void unlink(Entry& entry) {
    entry.previous_->next_ = entry.next_;
    entry.next_->previous_ = entry.previous_;
    entry.next_ = entry.previous_ = nullptr;
  }

  std::array<Entry, kSlots> slots_;
  Tick now_ = 0;
};

}  // namespace keywright::server
