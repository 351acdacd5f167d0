#pragma once
// How requests are spoken of in messages. Long values are cut: a message names, it does not copy.

#include <keywright/attribute_value.hpp>
#include <keywright/item.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

/// `"JOB#7"`
[[nodiscard]] std::string quoted(std::string_view text);
/// `"JOB#7"` of a string, `7` of a number; else DynamoDB's JSON.
[[nodiscard]] std::string words_of(ValueView value);
/// `pk "JOB#7", sk "METADATA"`
[[nodiscard]] std::string words_of(const Key& key);
/// `a, b and c`
[[nodiscard]] std::string listed(const std::vector<std::string>& names);
/// `a Job`, `an Order`
[[nodiscard]] std::string one(std::string_view noun);

}  // namespace keywright::guard
