#include "emulation/throttle_errors.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace keywright::emulation {
namespace {

constexpr std::string_view kProvisioned = "ProvisionedThroughputExceededException";
constexpr std::string_view kThrottling = "ThrottlingException";
constexpr std::string_view kRequestLimit = "RequestLimitExceeded";

constexpr std::string_view kTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API.";
constexpr std::string_view kIndexText =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded. Consider increasing your provisioning level for the "
    "under-provisioned global secondary indexes with the UpdateTable API";
constexpr std::string_view kHotKeyText =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
constexpr std::string_view kHotIndexText =
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB "
    "is automatically scaling your index so please try again shortly.";
constexpr std::string_view kMaximumText =
    "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
constexpr std::string_view kAccountText =
    "Throughput exceeds the current throughput quota for your account. Please contact AWS Support "
    "to request a quota increase.";

struct TextRow {
  Limit limit;
  bool on_demand;
  std::string_view exception;
  std::string_view of_table;
  std::string_view of_index;
};

constexpr std::array<TextRow, 5> kTexts{{
    {Limit::provisioned, false, kProvisioned, kTableText, kIndexText},
    {Limit::key_range, false, kProvisioned, kTableText, kIndexText},
    {Limit::key_range, true, kThrottling, kHotKeyText, kHotIndexText},
    {Limit::max_on_demand, true, kThrottling, kMaximumText, kMaximumText},
    {Limit::account, true, kRequestLimit, kAccountText, kAccountText},
}};

// By Limit.
constexpr std::array<std::string_view, 4> kReasons{
    "ProvisionedThroughputExceeded", "MaxOnDemandThroughputExceeded", "AccountLimitExceeded",
    "KeyRangeThroughputExceeded"};

ThrottlingReason reason_of(const Overrun& overrun) {
  std::string reason = overrun.of_index ? "Index" : "Table";
  reason += overrun.direction == Direction::read ? "Read" : "Write";
  reason += kReasons[static_cast<std::size_t>(overrun.limit)];
  return {std::move(reason), overrun.arn};
}

}  // namespace

Error throttled(const std::vector<Overrun>& overruns) {
  const Overrun& first = overruns.front();
  const auto* const row = std::find_if(kTexts.begin(), kTexts.end(), [&](const TextRow& text) {
    return text.limit == first.limit && text.on_demand == first.on_demand;
  });
  Error error = errors::from_exception(row->exception,
                                       std::string(first.of_index ? row->of_index : row->of_table));
  for (const Overrun& overrun : overruns) error.throttling_reasons.push_back(reason_of(overrun));
  return error;
}

CancellationReason cancellation_reason(const std::vector<Overrun>& overruns) {
  Error error = throttled(overruns);
  const bool provisioned = error.exception == kProvisioned;
  return {provisioned ? "ProvisionedThroughputExceeded" : "ThrottlingError",
          std::move(error.message), std::nullopt};
}

std::string error_code(const Error& throttled) {
  if (throttled.exception == kProvisioned) return "ProvisionedThroughputExceeded";
  return throttled.exception == kThrottling ? "ThrottlingError" : throttled.exception;
}

}  // namespace keywright::emulation
