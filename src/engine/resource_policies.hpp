#pragma once
// The policies of tables and streams, by ARN: kept and given back, enforced by nobody. Thread-safe.

#include <keywright/clock.hpp>
#include <keywright/resource.hpp>
#include <keywright/result.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::engine {

/// 1 byte to 20 KB of it; `at` is the path of the member.
[[nodiscard]] Result<void> check_policy(const std::optional<std::string>& policy,
                                        std::string_view at);

class ResourcePolicies {
 public:
  // PolicyNotFoundException where `expected` is not the revision that is there; `NO_POLICY` expects
  // none.

  /// The policy's revision: the one it has if it is there already.
  [[nodiscard]] Result<std::string> put(const std::string& arn, const std::string& policy,
                                        const std::optional<std::string>& expected, TimePoint now);
  [[nodiscard]] Result<GetResourcePolicyResponse> get(const std::string& arn);
  /// The revision it had; nullopt if there was none.
  [[nodiscard]] Result<std::optional<std::string>> remove(
      const std::string& arn, const std::optional<std::string>& expected);
  /// The resource has gone.
  void forget(const std::string& arn);

  using Policies = std::map<std::string, GetResourcePolicyResponse, std::less<>>;
  [[nodiscard]] Policies policies() const;
  /// Makes these the policies there are.
  void replace(Policies policies);

 private:
  [[nodiscard]] Result<void> check_revision(const std::string& arn,
                                            const std::optional<std::string>& expected) const;

  mutable std::mutex mutex_;
  Policies policies_;
  std::int64_t last_revision_ = 0;
};

}  // namespace keywright::engine
