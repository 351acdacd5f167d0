#pragma once
// How requests are spoken of in messages. Long values are cut: a message names, it does not copy.

#include "model/spelling.hpp"
#include <keywright/attribute_value.hpp>
#include <keywright/item.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

using model::listed;

/// `"JOB#7"`
[[nodiscard]] std::string quoted(std::string_view text);
/// `"JOB#7"` of a string, `7` of a number; else DynamoDB's JSON.
[[nodiscard]] std::string words_of(ValueView value);
/// `pk "JOB#7", sk "METADATA"`
[[nodiscard]] std::string words_of(const Key& key);
/// With control characters, and what is no UTF-8, written out: a message goes to logs and
/// terminals.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace keywright::guard
