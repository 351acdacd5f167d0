#pragma once

// What the servers are asked: one row per operation, and the data that it needs.

#include "wire/sigv4.hpp"

#include <string>
#include <vector>

namespace keywright::bench {

/// Whose signatures the requests bear.
[[nodiscard]] const wire::SigningCredentials& credentials();

/// A whole HTTP request, signed as the AWS SDKs do.
[[nodiscard]] std::string request_of(std::string_view operation, const std::string& body);

struct OperationRow {
  std::string name;   // the operation's, on the wire
  std::string title;  // in the tables
  /// The bodies of different requests, which clients send by turns.
  std::vector<std::string> (*bodies)();
};

[[nodiscard]] const std::vector<OperationRow>& operations();

// The requests that make the table, say whether it is ready, and fill it.
[[nodiscard]] std::string create_table();
[[nodiscard]] std::string describe_table();
[[nodiscard]] std::vector<std::string> put_items();

}  // namespace keywright::bench
