#include "servers.hpp"

namespace keywright::bench {

const std::vector<ServerRow>& servers() {
  // KEYWRIGHT, ECHO_KEYWRIGHT and ECHO_BEAST are paths that CMake knows.
  static const std::vector<ServerRow> rows{
      {"keywright", ServerKind::dynamodb, {KEYWRIGHT, "serve", "--port", "{port}"}},
      {"keywright, signatures verified",
       ServerKind::verified,
       {KEYWRIGHT, "serve", "--port", "{port}", "--credentials", "{credentials}"}},
      {"echo on the same HTTP code", ServerKind::echo, {ECHO_KEYWRIGHT, "{port}", "{size}"}},
      {"echo by Beast's async_read, async_write",
       ServerKind::echo,
       {ECHO_BEAST, "{port}", "{size}"}},
  };
  return rows;
}

std::vector<std::string> command_of(const ServerRow& row, std::uint16_t port,
                                    std::size_t answer_size, const std::string& credentials_file) {
  std::vector<std::string> command = row.command;
  for (auto& argument : command) {
    if (argument == "{port}") argument = std::to_string(port);
    if (argument == "{size}") argument = std::to_string(answer_size);
    if (argument == "{credentials}") argument = credentials_file;
  }
  return command;
}

}  // namespace keywright::bench
