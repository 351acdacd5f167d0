#include "engine/encryption.hpp"

#include "engine/table_schema.hpp"

#include <string>

namespace keywright::engine {
namespace {

/// Stands for the key that AWS keeps for DynamoDB in every account.
constexpr std::string_view kAwsManagedKey = "00000000-0000-4000-8000-000000000000";

std::string key_arn(std::string_view key, std::string_view region, std::string_view account) {
  if (key.starts_with("arn:")) return std::string(key);
  std::string arn("arn:aws:kms:");
  arn.append(region).append(":").append(account).append(":");
  if (!key.starts_with("alias/")) arn += "key/";
  return arn.append(key);
}

}  // namespace

Result<void> check_encryption(const std::optional<SseSpecification>& asked) {
  if (!asked) return {};
  const bool enabled = asked->enabled.value_or(false);
  if (asked->sse_type && *asked->sse_type != "KMS") {
    return invalid_parameter("SSEType " + *asked->sse_type +
                             " is not supported: the only valid SSEType is KMS");
  }
  if (asked->kms_master_key_id && !asked->sse_type) {
    return invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
  }
  if (!enabled && asked->sse_type) {
    return invalid_parameter("SSEType can only be specified if encryption is enabled");
  }
  return {};
}

std::optional<SseSpecification> describe_encryption(const SseSpecification& asked,
                                                    std::string_view region,
                                                    std::string_view account) {
  if (!asked.enabled.value_or(false)) return std::nullopt;
  const std::string_view key =
      asked.kms_master_key_id ? *asked.kms_master_key_id : std::string_view(kAwsManagedKey);
  return SseSpecification{true, "KMS", key_arn(key, region, account)};
}

Result<void> check_encryption_changes(const std::optional<SseSpecification>& current,
                                      const std::optional<SseSpecification>& next) {
  if (current != next) return {};
  return invalid_parameter(next ? "Table is already encrypted by given KMSMasterKeyId"
                                : "Table is already encrypted by default");
}

}  // namespace keywright::engine
