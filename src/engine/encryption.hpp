#pragma once
// Encryption at rest as far as it is a setting: its rules, and how it is described. Nothing is
// encrypted by it.

#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <optional>
#include <string_view>

namespace keywright::engine {

/// What a specification says by itself.
[[nodiscard]] Result<void> check_encryption(const std::optional<SseSpecification>& asked);
/// With the ARN of its key, if need be that of AWS's key in the account; nullopt where the service
/// keeps the key, which is not described.
[[nodiscard]] std::optional<SseSpecification> describe_encryption(const SseSpecification& asked,
                                                                  std::string_view region,
                                                                  std::string_view account);
/// That a table's encryption changes. Both as described.
[[nodiscard]] Result<void> check_encryption_changes(const std::optional<SseSpecification>& current,
                                                    const std::optional<SseSpecification>& next);

}  // namespace keywright::engine
