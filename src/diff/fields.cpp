// The fields of one entity, and its lifetime.

#include "diff/entities.hpp"
#include "diff/renames.hpp"
#include "diff/words.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

class FieldDiffer {
 public:
  FieldDiffer(const EntityContext& context, const EntityPair& pair, ChangeList& changes)
      : context_(context),
        pair_(pair),
        changes_(changes),
        before_(context.before.model.entities[pair.before]),
        after_(context.after.model.entities[pair.after]),
        renames_(before_, after_) {}

  void run() {
    std::vector<const model::Field*> renamed;
    for (const auto& field : after_.fields) {
      const auto* was = before_.find_field(field.name);
      if (was != nullptr) {
        compare(*was, field);
      } else if (const auto* old = renames_.old_name_of(field)) {
        renamed.push_back(old);
        renamed_from(*old, field);
      } else {
        added(field);
      }
    }
    for (const auto& field : before_.fields) {
      if (after_.find_field(field.name) != nullptr) continue;
      if (std::find(renamed.begin(), renamed.end(), &field) != renamed.end()) continue;
      changes_
          .add(Kind::field_removed, subject(field),
               fmt::format("{} has no field {}", after_.name, field.name), after_.key_span)
          .before = shape_text(field.type);
    }
    lifetime();
    version();
  }

 private:
  [[nodiscard]] std::string subject(const model::Field& field) const {
    return after_.name + "." + field.name;
  }

  void require_writing(Change& change, const model::Field& field, Share share) {
    change.backfill = context_.backfills.of(
        Pass::update, pair_.before, context_.backfills.entries_with(pair_.after, field), share);
  }

  void renamed_from(const model::Field& was, const model::Field& field) {
    auto& change = changes_.add(
        Kind::field_renamed, subject(field),
        fmt::format("{}.{} is called {}", after_.name, was.name, field.name), field.key);
    change.before = was.name;
    change.after = field.name;
    change.note = fmt::format(
        "copy the attribute {} to {}; as long as nobody removes it, the old "
        "one stays in the item",
        was.name, field.name);
    require_writing(change, field, was.optional ? Share{0.5, true} : Share{});
    compare(was, field);
  }

  void added(const model::Field& field) {
    const bool is_lacking = may_lack(field);
    auto& change = changes_.add(
        is_lacking ? Kind::field_added : Kind::field_added_required, subject(field),
        fmt::format("{} has the field {}: {}", after_.name, field.name, shape_text(field.type)),
        field.key);
    change.after = shape_text(field.type);
    if (!is_lacking) require_writing(change, field, {});
    note_renaming(field, change);
  }

  // One field of the same shape that is gone may be this one.
  void note_renaming(const model::Field& field, Change& change) const {
    const auto* gone = renames_.only_gone_like(field);
    if (gone == nullptr) return;
    change.note = fmt::format(
        "if it was called {} before: the attribute of each item keeps that "
        "name, so copy it in the backfill",
        gone->name);
  }

  void compare(const model::Field& was, const model::Field& now) {
    const auto name = subject(now);
    const bool is_required = presence(was, now, name);
    const auto fallback = [](const model::Field& field) {
      return field.default_value ? field.default_value->text : std::string();
    };
    if (!is_required) {
      changes_.differ(Kind::field_default_changed, name, "default", fallback(was), fallback(now),
                      now.key);
    }
    // Limits and estimates of another type are others anyway.
    if (!type(was, now, name)) {
      changes_.differ(Kind::field_limits_changed, name, "limits", limits_text(was.type),
                      limits_text(now.type), now.key);
      changes_.differ(Kind::estimates_changed, name, "estimates", estimates_text(was.type),
                      estimates_text(now.type), now.key);
    }
    changes_.differ(Kind::field_marks_changed, name, "marks", marks_text(was), marks_text(now),
                    now.key);
  }

  // Whether it is another type.
  bool type(const model::Field& was, const model::Field& now, const std::string& name) {
    const auto old_text = shape_text(was.type);
    const auto new_text = shape_text(now.type);
    if (old_text == new_text) return false;
    const bool is_enum = was.type.kind == model::TypeKind::enumeration &&
                         now.type.kind == model::TypeKind::enumeration;
    if (is_enum) {
      values(was, now, name);
      return false;
    }
    const bool reads = can_read(was.type, now.type);
    auto* change = changes_.differ(reads ? Kind::field_type_widened : Kind::field_type_changed,
                                   name, "type", old_text, new_text, now.type.span);
    if (!reads) require_writing(*change, now, was.optional ? Share{0.5, true} : Share{});
    return true;
  }

  void values(const model::Field& was, const model::Field& now, const std::string& name) {
    const auto has = [](const model::Field& field, const std::string& value) {
      return std::any_of(field.type.values.begin(), field.type.values.end(),
                         [&](const auto& each) { return *each == value; });
    };
    for (const auto& value : now.type.values) {
      if (has(was, *value)) continue;
      changes_
          .add(Kind::enum_value_added, name, fmt::format("{} may be {}", name, *value), value.span)
          .after = *value;
    }
    for (const auto& value : was.type.values) {
      if (has(now, *value)) continue;
      auto& change = changes_.add(Kind::enum_value_removed, name,
                                  fmt::format("{} may not be {}", name, *value), now.type.span);
      change.before = *value;
      require_writing(change, now, {1 / static_cast<double>(was.type.values.size()), true});
    }
  }

  // Whether it is required now, and was not.
  bool presence(const model::Field& was, const model::Field& now, const std::string& name) {
    if (may_lack(was) && !may_lack(now)) {
      auto& change = changes_.add(Kind::field_required, name,
                                  fmt::format("{} is required, and was {}", name,
                                              was.optional ? "optional" : "given a default"),
                                  now.key);
      require_writing(change, now, {0.5, true});
      return true;
    }
    if (was.optional != now.optional) {
      changes_.add(now.optional ? Kind::field_optional : Kind::field_default_changed, name,
                   now.optional ? fmt::format("{} is optional", name)
                                : fmt::format("{} is not optional, and has a default", name),
                   now.key);
    }
    return false;
  }

  void lifetime() {
    const auto text = [](const model::Entity& entity) {
      if (!entity.ttl) return std::string();
      return entity.ttl->after ? fmt::format("{} after {}", entity.ttl->field.name,
                                             duration_text(**entity.ttl->after))
                               : entity.ttl->field.name;
    };
    // What the items say counts only while the table expires them.
    const bool is_removed = !after_.ttl && before_.ttl && still_expires(before_.ttl->field.name);
    const auto kind = !before_.ttl ? Kind::lifetime_added
                      : is_removed ? Kind::lifetime_removed
                                   : Kind::lifetime_changed;
    auto* change = changes_.differ(kind, after_.name, "ttl", text(before_), text(after_),
                                   after_.ttl ? after_.ttl->span : after_.key_span);
    if (change == nullptr || !is_removed) return;
    change->backfill = context_.backfills.of(Pass::update, pair_.before, 0);
  }

  [[nodiscard]] bool still_expires(const std::string& attribute) const {
    const auto* table = context_.after.model.table_of(after_);
    return table != nullptr && table->ttl && **table->ttl == attribute;
  }

  void version() {
    const auto text = [](const model::Entity& entity) {
      return entity.version ? entity.version->name : std::string();
    };
    changes_.differ(Kind::version_changed, after_.name, "version", text(before_), text(after_),
                    after_.version ? after_.version->span : after_.key_span);
  }

  const EntityContext& context_;
  const EntityPair& pair_;
  ChangeList& changes_;
  const model::Entity& before_;
  const model::Entity& after_;
  const Renames renames_;
};

}  // namespace

void compare_fields(const EntityContext& context, const EntityPair& pair, ChangeList& changes) {
  FieldDiffer(context, pair, changes).run();
}

}  // namespace keywright::diff
