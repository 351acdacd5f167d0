#pragma once

// What both echo servers of this bench answer: any request gets the same answer, of a size that is
// given on the command line.

#include <cstddef>
#include <cstdlib>
#include <string>

namespace keywright::bench {

struct EchoOptions {
  unsigned short port = 0;
  std::size_t answer_size = 0;
};

/// `program <port> <size of the answer's body>`
inline EchoOptions parse_echo_arguments(int argc, char** argv) {
  if (argc != 3) std::exit(2);
  return {static_cast<unsigned short>(std::atoi(argv[1])),
          static_cast<std::size_t>(std::atoll(argv[2]))};
}

}  // namespace keywright::bench
