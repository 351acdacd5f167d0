#pragma once
// How far one call of delete_expired_items() came. A plain value.
//
// Looking for expired items goes through all tables that have a time to live, from the first to the
// last, a bounded number of items per call; each call goes on where the last one stopped. What had
// expired when such a round began is gone when it ends, which is when `more` is false. Whoever does
// not know when the round under way began needs the next one too.

#include <cstddef>

namespace keywright {

struct ExpirySweep {
  std::size_t deleted = 0;
  std::size_t read = 0;  ///< items that were looked at, expired or not
  bool more = false;     ///< the round is not at its end: call again
};

}  // namespace keywright
