#pragma once
// The rules of tags, and how they are merged.

#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <string>
#include <vector>

namespace keywright::engine {

/// Keys and values by themselves, and that no key is given twice.
[[nodiscard]] Result<void> check_tags(const std::vector<Tag>& tags);
/// `added` over `current`: a key that is there gets the new value. ValidationException if they
/// become more than fifty.
[[nodiscard]] Result<std::vector<Tag>> merge_tags(std::vector<Tag> current,
                                                  const std::vector<Tag>& added);

}  // namespace keywright::engine
