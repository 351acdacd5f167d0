#include "servers.hpp"

#include <algorithm>

#include <unistd.h>

namespace keywright::bench {

const std::vector<ServerRow>& servers() {
  // KEYWRIGHT, ECHO_KEYWRIGHT, ECHO_BEAST and RIVALS are paths that CMake knows.
  static const std::vector<ServerRow> rows{
      {"keywright", ServerKind::ours, {KEYWRIGHT, "serve", "--port", "{port}"}},
      {"keywright, signatures verified",
       ServerKind::verified,
       {KEYWRIGHT, "serve", "--port", "{port}", "--credentials", "{credentials}"}},
      {"echo on the same HTTP code", ServerKind::echo, {ECHO_KEYWRIGHT, "{port}", "{size}"}},
      {"echo by Beast's async_read, async_write",
       ServerKind::echo,
       {ECHO_BEAST, "{port}", "{size}"}},
      {"dynoxide 1.2",
       ServerKind::rival,
       {RIVALS "/node_modules/@dynoxide/linux-x64/dynoxide", "--port", "{port}"}},
      {"dynalite 4",
       ServerKind::rival,
       {RIVALS "/node", RIVALS "/node_modules/dynalite/cli.js", "--host", "127.0.0.1", "--port",
        "{port}", "--createTableMs", "0"},
       "TransactWriteItems"},
      {"moto 5", ServerKind::slow_rival, {RIVALS "/bin/moto_server", "--port", "{port}"}},
  };
  return rows;
}

bool is_installed(const ServerRow& row) {
  return std::all_of(row.command.begin(), row.command.end(), [](const std::string& argument) {
    return argument[0] != '/' || ::access(argument.c_str(), R_OK) == 0;
  });
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
