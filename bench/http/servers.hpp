#pragma once

// The servers that are compared: one row each.

#include <cstdint>
#include <string>
#include <vector>

namespace keywright::bench {

enum class ServerKind {
  dynamodb,  // creates a table and serves GetItem
  verified,  // the same, and verifies signatures against credentials_file()
  echo       // answers anything with a body of the size of GetItem's
};

struct ServerRow {
  std::string name;
  ServerKind kind = ServerKind::dynamodb;
  /// {port}, {size} and {credentials} are replaced.
  std::vector<std::string> command;
};

/// Ours first, then what it is measured against.
[[nodiscard]] const std::vector<ServerRow>& servers();

[[nodiscard]] std::vector<std::string> command_of(const ServerRow& row, std::uint16_t port,
                                                  std::size_t answer_size,
                                                  const std::string& credentials_file);

}  // namespace keywright::bench
