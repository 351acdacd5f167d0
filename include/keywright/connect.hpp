#pragma once
// Opens the Database behind a URL: the one place where a program says where its data lives.

#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/result.hpp>

#include <memory>
#include <string_view>

namespace keywright {

struct ConnectOptions {
  Clock clock{};  ///< for expiry in the embedded engine; default: the system's
};

/// `memory:` gives a new, empty embedded engine. Any other scheme is a `validation` error that
/// lists the schemes this build knows.
[[nodiscard]] Result<std::unique_ptr<Database>> connect(std::string_view url,
                                                        const ConnectOptions& options = {});

}  // namespace keywright
