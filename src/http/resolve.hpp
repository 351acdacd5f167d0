#pragma once
// From the name of a host to its addresses.

#include <keywright/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <sys/socket.h>

namespace keywright::http {

class Address {
 public:
  Address(const sockaddr* address, socklen_t size);

  [[nodiscard]] int family() const { return storage_.ss_family; }
  [[nodiscard]] const sockaddr* data() const {
    return reinterpret_cast<const sockaddr*>(&storage_);
  }
  [[nodiscard]] socklen_t size() const { return size_; }

 private:
  sockaddr_storage storage_{};
  socklen_t size_;
};

/// An address written as such is read without asking anyone. A name goes to the system's resolver,
/// which blocks and takes no deadline.
[[nodiscard]] Result<std::vector<Address>> resolve(const std::string& host, std::uint16_t port);

}  // namespace keywright::http
