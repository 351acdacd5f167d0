#include "http/resolve.hpp"

#include "http/wait.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <netdb.h>

namespace keywright::http {
namespace {

struct Free {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

}  // namespace

Address::Address(const sockaddr* address, socklen_t size) : size_(size) {
  std::memcpy(&storage_, address, size);
}

Result<std::vector<Address>> resolve(const std::string& host, std::uint16_t port) {
  const auto service = std::to_string(port);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  int fault = ::getaddrinfo(host.c_str(), service.c_str(), &hints, &list);
  if (fault == EAI_NONAME) {
    hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG;
    fault = ::getaddrinfo(host.c_str(), service.c_str(), &hints, &list);
  }
  if (fault != 0) {
    const char* why = fault == EAI_SYSTEM ? std::strerror(errno) : ::gai_strerror(fault);
    return unavailable("cannot resolve the name: " + std::string(why));
  }
  const std::unique_ptr<addrinfo, Free> owner(list);
  std::vector<Address> addresses;
  for (const auto* entry = list; entry != nullptr; entry = entry->ai_next) {
    addresses.emplace_back(entry->ai_addr, entry->ai_addrlen);
  }
  return addresses;
}

}  // namespace keywright::http
