#pragma once

// The servers that are compared: one row each.

#include <cstdint>
#include <string>
#include <vector>

namespace keywright::bench {

enum class ServerKind {
  ours,       // what the targets are about
  verified,   // ours, and verifies signatures against a file of credentials
  echo,       // answers anything with a body of the size of GetItem's
  rival,      // another server for the same clients, against which targets are set
  slow_rival  // one more, shown for the record: started once, and under shorter loads
};

struct ServerRow {
  std::string name;
  ServerKind kind = ServerKind::ours;
  /// {port}, {size} and {credentials} are replaced.
  std::vector<std::string> command;
  /// An operation that it does not have.
  std::string lacks{};
};

/// Ours first, then what it is measured against.
[[nodiscard]] const std::vector<ServerRow>& servers();

/// Whether every file that the command names by its absolute path is there: rivals come from
/// package registries, which may have been out of reach.
[[nodiscard]] bool is_installed(const ServerRow& row);

[[nodiscard]] std::vector<std::string> command_of(const ServerRow& row, std::uint16_t port,
                                                  std::size_t answer_size,
                                                  const std::string& credentials_file);

}  // namespace keywright::bench
