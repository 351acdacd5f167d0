#pragma once
// The state of a table or index as a function of time, so that control-plane operations can take
// their time without a thread: CREATING until some moment, ACTIVE from then on.

#include <keywright/clock.hpp>

namespace keywright::engine {

/// `Status` is TableStatus or IndexStatus. By default: ACTIVE.
template <class Status>
struct Phase {
  Status status = Status::active;
  TimePoint until = TimePoint::min();  ///< ACTIVE from then on; gone, if it was DELETING

  [[nodiscard]] Status at(TimePoint now) const { return now < until ? status : Status::active; }
  [[nodiscard]] bool is_gone(TimePoint now) const {
    return status == Status::deleting && now >= until;
  }
};

}  // namespace keywright::engine
