#pragma once

// Names for what another format calls otherwise, or not at all.

#include <functional>
#include <string>
#include <string_view>

namespace keywright::imports {

// A name in small letters from a sentence, cut after a few words: "get_user_by_id".
[[nodiscard]] std::string name_of_sentence(std::string_view sentence);
// "Order" of "OrdersTable" or "orders".
[[nodiscard]] std::string entity_of_table(std::string_view table);
// Letters, digits and `_`, with `fallback` if nothing is left.
[[nodiscard]] std::string identifier(std::string_view text, std::string_view fallback);
// The name, or the name with the first number behind it that is not taken.
[[nodiscard]] std::string unique_name(std::string name,
                                      const std::function<bool(const std::string&)>& taken);
// Whether an attribute is called as attributes are that hold composed keys: pk, GSI1SK, sort_key.
[[nodiscard]] bool is_key_name(std::string_view attribute);
// Whether a field is called as times are: created_at, orderDate.
[[nodiscard]] bool is_time_name(std::string_view field);

}  // namespace keywright::imports
