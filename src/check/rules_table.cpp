// CAP003 and OPS001 to OPS003: settings of a table that contradict each other, or leave it without
// a net.

#include "check/findings.hpp"
#include "check/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::BillingMode;
using model::Table;

constexpr std::uint32_t longest_recovery_days = 35;

// CAP003.
void check_billing(const Table& table, Findings& findings) {
  const auto& billing = table.billing;
  const bool on_demand = *billing.mode == BillingMode::on_demand;
  const auto report = [&](const char* setting, const model::Span& span) {
    findings.report(
        {.rule = "CAP003",
         .span = span,
         .subject = table.name,
         .message = fmt::format("{} means nothing for table {}, whose capacity is {}", setting,
                                table.name, on_demand ? "on demand" : "provisioned"),
         .help = fmt::format("remove {}, or set mode: {}", setting,
                             on_demand ? "provisioned" : "on_demand"),
         .notes = {}});
  };
  const auto check_setting = [&](const char* setting,
                                 const std::optional<model::Located<std::uint64_t>>& value,
                                 bool of_on_demand) {
    if (value && of_on_demand != on_demand) report(setting, value->key);
  };
  check_setting("read", billing.read, false);
  check_setting("write", billing.write, false);
  if (billing.autoscale && on_demand) report("autoscale", billing.autoscale->key);
  check_setting("max_read", billing.max_read, true);
  check_setting("max_write", billing.max_write, true);
}

// Whether all that the table holds can.
bool can_be_made_again(const model::Model& model, const Table& table) {
  bool is_empty = true;
  for (const auto& entity : model.entities) {
    if (model.table_of(entity) != &table) continue;
    if (!*entity.rebuildable) return false;
    is_empty = false;
  }
  return !is_empty;
}

// OPS001.
void check_recovery(const model::Model& model, const Table& table, Findings& findings) {
  const auto& recovery = table.point_in_time_recovery;
  if (!recovery.enabled) {
    if (*table.rebuildable || can_be_made_again(model, table)) return;
    const bool is_written = recovery.key.written();
    findings.report(
        {.rule = "OPS001",
         .span = is_written ? recovery.key : table.name_span,
         .subject = table.name,
         .message =
             fmt::format("table {} has no point-in-time recovery: a bad write or deletion is "
                         "final",
                         table.name),
         .help = "add point_in_time_recovery: {days: 35}, or rebuildable: true if its data can be "
                 "made again"});
    return;
  }
  if (*recovery.days >= 1 && *recovery.days <= longest_recovery_days) return;
  findings.report({.rule = "OPS001",
                   .span = recovery.days.span,
                   .subject = table.name,
                   .message = fmt::format("table {} can be recovered for 1 to {} days, not {}",
                                          table.name, longest_recovery_days, *recovery.days),
                   .help = fmt::format("set days: {}", longest_recovery_days)});
}

// OPS002.
void check_deletion(const Table& table, Findings& findings) {
  if (!*table.deletion_protection) {
    const auto& setting = table.deletion_protection;
    findings.report({.rule = "OPS002",
                     .span = setting.key.written() ? setting.key : table.name_span,
                     .subject = table.name,
                     .message = fmt::format("one call deletes table {}: deletion protection is off",
                                            table.name),
                     .help = "add deletion_protection: true"});
  }
  const auto& removal = table.cdk.removal;
  if (removal.written() && *removal == model::RemovalPolicy::destroy) {
    findings.report({.rule = "OPS002",
                     .span = removal.span,
                     .subject = table.name,
                     .message = fmt::format(
                         "table {} goes with its stack: the removal policy is destroy", table.name),
                     .help = "set removal: retain"});
  }
}

// OPS003.
void check_encryption(const model::Model& model, const Table& table, Findings& findings) {
  if (*table.encryption == model::Encryption::customer_managed) return;
  Finding finding{.rule = "OPS003", .subject = table.name};
  std::vector<std::string> names;
  for (const auto& entity : model.entities) {
    if (model.table_of(entity) != &table) continue;
    for (const auto& field : entity.fields) {
      if (!field.pii) continue;
      names.push_back(fmt::format("{}.{}", entity.name, field.name));
      finding.notes.push_back({fmt::format("{} is declared here", names.back()), field.key});
    }
  }
  if (names.empty()) return;
  finding.span = table.encryption.written() ? table.encryption.span : table.name_span;
  finding.message = fmt::format("table {} holds personal data under a key of AWS's: {}", table.name,
                                listed(names));
  finding.help = "set encryption: customer_managed, so that the key can be audited and revoked";
  findings.report(std::move(finding));
}

}  // namespace

void check_tables(const Subject& subject, Findings& findings) {
  for (const auto& table : subject.model.tables) {
    check_billing(table, findings);
    check_recovery(subject.model, table, findings);
    check_deletion(table, findings);
    check_encryption(subject.model, table, findings);
  }
}

}  // namespace keywright::check
