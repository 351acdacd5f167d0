// Resource policies, and PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy.

#include "engine/resource_policies.hpp"

#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/resource_arn.hpp"

#include <algorithm>
#include <utility>

namespace keywright {
namespace engine {
namespace {

/// AWS: white space counts.
constexpr std::size_t kMaxPolicyBytes = 20 * 1024;
constexpr std::string_view kNoPolicy = "NO_POLICY";

constexpr std::size_t kMaxRevisionIdBytes = 255;

Error policy_not_found(const std::string& arn) {
  return errors::from_exception(
      "PolicyNotFoundException",
      "Resource-based policy not found for the provided ResourceArn: " + arn);
}

}  // namespace

Result<void> check_policy(const std::optional<std::string>& policy, std::string_view at) {
  if (!policy) return {};
  api::Constraints constraints;
  if (policy->empty()) {
    constraints.violated("", at, "Member must have length greater than or equal to 1");
  } else if (policy->size() > kMaxPolicyBytes) {
    constraints.violated(
        "...", at,
        "Member must have length less than or equal to " + std::to_string(kMaxPolicyBytes));
  }
  return constraints.result();
}

Result<std::string> ResourcePolicies::put(const std::string& arn, const std::string& policy,
                                          const std::optional<std::string>& expected,
                                          TimePoint now) {
  const std::lock_guard lock(mutex_);
  if (auto checked = check_revision(arn, expected); !checked) return std::move(checked).error();
  auto& kept = policies_[arn];
  if (kept.policy != policy) {
    last_revision_ = std::max(last_revision_ + 1, std::int64_t{now.time_since_epoch().count()});
    kept = {policy, std::to_string(last_revision_)};
  }
  return kept.revision_id;
}

Result<GetResourcePolicyResponse> ResourcePolicies::get(const std::string& arn) {
  const std::lock_guard lock(mutex_);
  const auto found = policies_.find(arn);
  if (found == policies_.end()) return policy_not_found(arn);
  return found->second;
}

Result<std::optional<std::string>> ResourcePolicies::remove(
    const std::string& arn, const std::optional<std::string>& expected) {
  const std::lock_guard lock(mutex_);
  if (auto checked = check_revision(arn, expected); !checked) return std::move(checked).error();
  auto removed = policies_.extract(arn);
  if (!removed) return std::optional<std::string>();
  return std::optional<std::string>(std::move(removed.mapped().revision_id));
}

void ResourcePolicies::forget(const std::string& arn) {
  const std::lock_guard lock(mutex_);
  policies_.erase(arn);
}

ResourcePolicies::Policies ResourcePolicies::policies() const {
  const std::lock_guard lock(mutex_);
  return policies_;
}

void ResourcePolicies::replace(Policies policies) {
  const std::lock_guard lock(mutex_);
  policies_.swap(policies);
}

Result<void> ResourcePolicies::check_revision(const std::string& arn,
                                              const std::optional<std::string>& expected) const {
  if (!expected) return {};
  const auto found = policies_.find(arn);
  const std::string_view revision =
      found != policies_.end() ? std::string_view(found->second.revision_id) : kNoPolicy;
  if (revision == *expected) return {};
  return policy_not_found(arn);
}

}  // namespace engine

using namespace engine;

namespace {

Result<void> check_expected(const std::optional<std::string>& revision_id) {
  if (!revision_id) return {};
  api::Constraints constraints;
  constraints.length(*revision_id, "expectedRevisionId", 1, kMaxRevisionIdBytes);
  return constraints.result();
}

}  // namespace

Result<void> Engine::Impl::check_policy_resource(const Catalogue::Reader& reader,
                                                 const std::string& arn) {
  if (is_stream_arn(arn)) {
    if (streams_.find(arn, now())) return {};
    policies_.forget(arn);
    return errors::not_found("Requested resource not found: Stream: " + arn + " not found");
  }
  const auto table = require_resource(reader, arn);
  if (!table) return table.error();
  return {};
}

Result<PutResourcePolicyResponse> Engine::Impl::put_resource_policy(
    const PutResourcePolicyRequest& request) {
  if (auto checked = check_policy(request.policy, "policy"); !checked) {
    return std::move(checked).error();
  }
  if (auto checked = check_expected(request.expected_revision_id); !checked) {
    return std::move(checked).error();
  }
  const auto reader = catalogue_.read();
  if (auto checked = check_policy_resource(reader, request.resource_arn); !checked) {
    return std::move(checked).error();
  }
  auto revision =
      policies_.put(request.resource_arn, request.policy, request.expected_revision_id, now());
  if (!revision) return std::move(revision).error();
  return PutResourcePolicyResponse{*std::move(revision)};
}

Result<GetResourcePolicyResponse> Engine::Impl::get_resource_policy(
    const GetResourcePolicyRequest& request) {
  const auto reader = catalogue_.read();
  if (auto checked = check_policy_resource(reader, request.resource_arn); !checked) {
    return std::move(checked).error();
  }
  return policies_.get(request.resource_arn);
}

Result<DeleteResourcePolicyResponse> Engine::Impl::delete_resource_policy(
    const DeleteResourcePolicyRequest& request) {
  if (auto checked = check_expected(request.expected_revision_id); !checked) {
    return std::move(checked).error();
  }
  const auto reader = catalogue_.read();
  if (auto checked = check_policy_resource(reader, request.resource_arn); !checked) {
    return std::move(checked).error();
  }
  auto revision = policies_.remove(request.resource_arn, request.expected_revision_id);
  if (!revision) return std::move(revision).error();
  return DeleteResourcePolicyResponse{*std::move(revision)};
}

}  // namespace keywright
