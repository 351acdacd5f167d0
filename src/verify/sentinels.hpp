#pragma once

// Items that keep values unique: those of samples, and what writes do to them. Pure.

#include "verify/requests.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::verify {

struct Sentinel {
  std::size_t table = 0;
  Key key;
  std::optional<Item> item;  // as it is stored; nullopt: it is not
};

// One for each rule of the sample's entity whose fields all have values.
[[nodiscard]] std::vector<Sentinel> sentinels_of(const Context& context, const Sample& sample);

// What the write makes of them: those that it gives back are not there afterwards, those that it
// takes are. A value that stays the same is in neither, unless its time changes.
[[nodiscard]] std::vector<Sentinel> changed_sentinels(const Write& write,
                                                      const Arguments& arguments);

// As operations of the transaction that the write is then.
[[nodiscard]] std::vector<TransactWriteItem> sentinel_writes(const Write& write,
                                                             const Arguments& arguments);

}  // namespace keywright::verify
