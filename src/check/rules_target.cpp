// TGT001 and TGT002: what a declared target cannot do, or takes no notice of.

#include "check/findings.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Target;

// What a target lacks: a row per target and feature. A setting is ignored, an operation fails.
enum class Feature {
  transactions,
  multi_attribute_keys,
  provisioned_capacity,
  recovery,
  contributor_insights,
  any_ttl_name,
};

struct Lack {
  Target target;
  Feature feature;
};
constexpr Lack lacks[] = {
    {Target::alternator, Feature::transactions},
    {Target::alternator, Feature::multi_attribute_keys},
    {Target::alternator, Feature::provisioned_capacity},
    {Target::alternator, Feature::recovery},
    {Target::alternator, Feature::contributor_insights},
    {Target::extenddb, Feature::contributor_insights},
    {Target::extenddb, Feature::any_ttl_name},
};

constexpr std::string_view fails = "TGT001";
constexpr std::string_view is_ignored = "TGT002";

class TargetCheck {
 public:
  TargetCheck(const Subject& subject, Findings& findings)
      : subject_(subject), findings_(findings) {}

  void run() {
    for (const auto& pattern : subject_.model.access_patterns) {
      if (*pattern.operation == model::Operation::transact) {
        missing(Feature::transactions, pattern.operation.span, pattern.name,
                fmt::format("{} is a transaction", pattern.name), "make its writes one by one");
      }
    }
    for (const auto& entity : subject_.model.entities) check_entity(entity);
    for (const auto& table : subject_.model.tables) check_table(table);
  }

 private:
  // The target that lacks the feature and that the model names.
  [[nodiscard]] const model::Located<Target>* target_without(Feature feature) const {
    for (const auto& target : subject_.model.targets) {
      const bool lacks_it = std::any_of(std::begin(lacks), std::end(lacks), [&](const auto& lack) {
        return lack.target == *target && lack.feature == feature;
      });
      if (lacks_it) return &target;
    }
    return nullptr;
  }

  void report(std::string_view rule, Feature feature, const model::Span& span, std::string subject,
              const std::string& what, const std::string& help) {
    const auto* target = target_without(feature);
    if (target == nullptr) return;
    const auto name = model::to_text(target->value);
    findings_.report({.rule = rule,
                      .span = span,
                      .subject = std::move(subject),
                      .message = rule == fails
                                     ? fmt::format("{}, which {} does not support", what, name)
                                     : fmt::format("{}, of which {} takes no notice", what, name),
                      .help = fmt::format("{}, or remove {} from targets", help, name),
                      .notes = {{"the target is named here", target->span}}});
  }

  void missing(Feature feature, const model::Span& span, std::string subject,
               const std::string& what, const std::string& help) {
    report(fails, feature, span, std::move(subject), what, help);
  }
  void ignored(Feature feature, const model::Span& span, std::string subject,
               const std::string& what) {
    report(is_ignored, feature, span, std::move(subject), what, "know that it has no effect there");
  }

  void check_entity(const model::Entity& entity) {
    for (const auto& rule : entity.unique) {
      missing(Feature::transactions, rule.key, entity.name,
              fmt::format("{} of {} is kept unique by transactions", rule.name, entity.name),
              "make it the key of an item of its own");
    }
    if (!entity.states) return;
    for (const auto& move : entity.states->moves) {
      if (move.also_put.empty()) continue;
      missing(Feature::transactions, move.also_put.front().span,
              fmt::format("{}.{}", entity.name, move.name),
              fmt::format("move {} of {} puts {} in the same transaction", move.name, entity.name,
                          move.also_put.front().name),
              "put it by a pattern of its own");
    }
  }

  static bool is_plain_name(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    });
  }

  void check_table(const model::Table& table) {
    if (table.ttl && !is_plain_name(**table.ttl)) {
      missing(Feature::any_ttl_name, table.ttl->span, table.name,
              fmt::format("the TTL attribute {} has characters besides letters, digits, ., _ and -",
                          **table.ttl),
              "rename it");
    }
    if (table.contributor_insights) {
      ignored(Feature::contributor_insights, table.contributor_insights->key, table.name,
              fmt::format("table {} has contributor insights", table.name));
    }
    for (const auto& index : table.indexes) {
      if (index.partition.size() <= 1 && index.sort.size() <= 1) continue;
      missing(Feature::multi_attribute_keys, index.key, index.name,
              fmt::format("index {} has a key of several attributes", index.name),
              "compose its key as text");
    }
    if (*table.billing.mode == model::BillingMode::provisioned) {
      ignored(Feature::provisioned_capacity, table.billing.mode.span, table.name,
              fmt::format("table {} has provisioned capacity", table.name));
    }
    if (table.point_in_time_recovery.enabled) {
      ignored(Feature::recovery, table.point_in_time_recovery.key, table.name,
              fmt::format("table {} has point-in-time recovery", table.name));
    }
  }

  const Subject& subject_;
  Findings& findings_;
};

}  // namespace

void check_targets(const Subject& subject, Findings& findings) {
  TargetCheck(subject, findings).run();
}

}  // namespace keywright::check
