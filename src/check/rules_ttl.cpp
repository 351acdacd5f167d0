// TTL001 to TTL004: what makes DynamoDB's expiry never fire, or fire on the wrong thing. TTL006 and
// TTL007: what is wrong until it has fired, and afterwards.

#include "check/findings.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::Field;
using model::TypeKind;

// The year 2286 in seconds, April 1970 in milliseconds: any later value was meant as milliseconds.
constexpr std::int64_t last_plausible_second = 9'999'999'999;
constexpr std::chrono::seconds fifty_years{50LL * 365 * 24 * 3600 + 12LL * 24 * 3600};

bool is_stored_as_number(TypeKind kind) {
  return model::attribute_type(kind) == model::AttributeType::number;
}

void check_type(const Entity& entity, const Field& field, Findings& findings) {
  if (field.type.kind == TypeKind::epoch_seconds) return;
  const auto kind = model::to_text(field.type.kind);
  const auto reason = is_stored_as_number(field.type.kind)
                          ? "which does not say that it counts seconds since 1970"
                          : "which DynamoDB never expires: TTL reads Numbers of epoch seconds only";
  findings.report({.rule = "TTL001",
                   .span = entity.ttl->field.span,
                   .subject = entity.name,
                   .message = fmt::format("the TTL field {} of {} is of type {}, {}", field.name,
                                          entity.name, kind, reason),
                   .help = fmt::format("declare {}: {{type: epoch_seconds}}", field.name),
                   .notes = {{"the type is declared here", field.type.span}}});
}

void check_lifetime(const Entity& entity, Findings& findings) {
  const auto& after = entity.ttl->after;
  if (!after || **after <= fifty_years) return;
  const auto years = static_cast<double>((*after)->count()) / (365.25 * 24 * 3600);
  findings.report(
      {.rule = "TTL002",
       .span = after->span,
       .subject = entity.name,
       .message = fmt::format("{} expires {} years after it is written: a time in milliseconds?",
                              entity.name, number_text(years)),
       .help = "give the lifetime with its unit, as in 7d or 36h"});
}

void check_limits(const Entity& entity, const Field& field, Findings& findings) {
  const auto report = [&](std::int64_t seconds, const model::Span& span) {
    findings.report({.rule = "TTL002",
                     .span = span,
                     .subject = entity.name + "." + field.name,
                     .message = fmt::format(
                         "{} of {} may be {}, which is a time in milliseconds: as seconds it "
                         "lies behind the year 2286",
                         field.name, entity.name, seconds),
                     .help = fmt::format("use seconds: {}", seconds / 1000)});
  };
  for (const auto& limit : {field.type.min, field.type.max}) {
    if (limit && **limit > last_plausible_second) return report(**limit, limit->span);
  }
  const auto& given = field.default_value;
  if (!given || given->kind != model::LiteralKind::number) return;
  std::int64_t seconds = 0;
  const auto* end = given->text.data() + given->text.size();
  const auto parsed = std::from_chars(given->text.data(), end, seconds);
  if (parsed.ec == std::errc() && parsed.ptr == end && seconds > last_plausible_second) {
    report(seconds, given->span);
  }
}

void check_attribute(const Entity& entity, const model::Table& table, Findings& findings) {
  const auto& field = entity.ttl->field;
  if (table.ttl && **table.ttl == field.name) return;
  Finding finding{.rule = "TTL003", .span = field.span, .subject = entity.name};
  if (table.ttl) {
    finding.message =
        fmt::format("{} expires by {}, but the TTL attribute of table {} is {}: a table has one",
                    entity.name, field.name, table.name, **table.ttl);
    finding.help = fmt::format("rename the field to {}", **table.ttl);
    finding.notes = {{"the table's TTL attribute is set here", table.ttl->span}};
  } else {
    finding.message = fmt::format("{} expires by {}, but table {} has no TTL attribute",
                                  entity.name, field.name, table.name);
    finding.help = fmt::format("add to the table: ttl: {}", field.name);
  }
  findings.report(std::move(finding));
}

void check_unwanted_expiry(const Entity& entity, const model::Table& table, Findings& findings) {
  if (!table.ttl) return;
  const auto* field = entity.find_field(**table.ttl);
  if (field == nullptr || !is_stored_as_number(field->type.kind)) return;
  findings.report(
      {.rule = "TTL004",
       .span = field->key,
       .subject = entity.name + "." + field->name,
       .message = fmt::format("{0} of {1} is the TTL attribute of table {2}, so the whole {1} is "
                              "deleted once it has passed, though {1} declares no ttl",
                              field->name, entity.name, table.name),
       .help =
           fmt::format("if every {0} is to expire, add to it: ttl: {{field: {1}}}; if a part of "
                       "it is, give that part its own item; else rename the field",
                       entity.name, field->name),
       .notes = {{"TTL removes items, never single fields", {}}}});
}

// What must not be taken for valid once its time has passed.
bool grants_something(const Entity& entity) {
  std::string name = entity.name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view word : {"lock", "lease", "session", "token", "nonce", "otp"}) {
    if (name.find(word) != std::string::npos) return true;
  }
  return false;
}

// TTL006.
void check_expired_reads(const model::Model& model, Findings& findings) {
  for (const auto& pattern : model.access_patterns) {
    if (*pattern.expired != model::ExpiredItems::include) continue;
    for (const auto& returned : pattern.returns) {
      const auto* entity = model.entity(returned.entity);
      if (entity == nullptr || !entity->ttl || !grants_something(*entity)) continue;
      findings.report(
          {.rule = "TTL006",
           .span = pattern.expired.span,
           .subject = pattern.name,
           .message = fmt::format("{} also gives a {} whose time has passed: it is deleted days "
                                  "later, and holds until then",
                                  pattern.name, entity->name),
           .help = "remove expired: include",
           .notes = {{"its lifetime is declared here", entity->ttl->key}}});
    }
  }
}

// TTL007.
void check_orphans(const model::Model& model, const Entity& entity, Findings& findings) {
  if (!entity.per_parent) return;
  const auto* parent = model.entity(entity.per_parent->parent);
  if (parent == nullptr || !parent->ttl || !parent->ttl->after) return;
  const auto days = [](const model::Located<std::chrono::seconds>& after) {
    return number_text(static_cast<double>(after->count()) / (24 * 3600));
  };
  Finding finding{.rule = "TTL007", .span = entity.key_span, .subject = entity.name};
  if (!entity.ttl) {
    finding.message = fmt::format("{} expires, but {} below it does not: they stay behind",
                                  parent->name, entity.name);
    finding.help = fmt::format("give {} a ttl as well", entity.name);
  } else if (entity.ttl->after && **entity.ttl->after > **parent->ttl->after) {
    finding.span = entity.ttl->after->span;
    finding.message =
        fmt::format("{} expires after {} days, but {} below it after {}", parent->name,
                    days(*parent->ttl->after), entity.name, days(*entity.ttl->after));
    finding.help = fmt::format("let {} live no longer than {}", entity.name, parent->name);
  } else {
    return;
  }
  finding.notes = {
      {fmt::format("the lifetime of {} is declared here", parent->name), parent->ttl->after->span}};
  findings.report(std::move(finding));
}

}  // namespace

void check_ttl(const Subject& subject, Findings& findings) {
  check_expired_reads(subject.model, findings);
  for (const auto& entity : subject.model.entities) {
    check_orphans(subject.model, entity, findings);
    const auto* table = subject.model.table_of(entity);
    if (!entity.ttl) {
      if (table != nullptr) check_unwanted_expiry(entity, *table, findings);
      continue;
    }
    if (!entity.ttl->field.resolved()) continue;
    const auto& field = entity.field(entity.ttl->field);
    check_type(entity, field, findings);
    check_lifetime(entity, findings);
    check_limits(entity, field, findings);
    if (table != nullptr) check_attribute(entity, *table, findings);
  }
}

}  // namespace keywright::check
