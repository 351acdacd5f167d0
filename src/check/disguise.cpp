#include "check/disguise.hpp"

#include <algorithm>
#include <string_view>

namespace keywright::check {
namespace {

bool is_fixed_width(const model::FieldType& type) {
  return type.max_size() && type.min_size() == type.max_size();
}

bool consists_of(const model::FieldType& type, std::string_view characters) {
  if (!type.charset || type.charset->ranges.empty()) return false;
  for (const auto& range : type.charset->ranges) {
    for (char32_t c = range.first; c <= range.last; ++c) {
      if (c > 0x7f || characters.find(static_cast<char>(c)) == std::string_view::npos) return false;
    }
  }
  return true;
}

bool is_named_like_time(std::string_view name) {
  for (const std::string_view ending : {"_at", "_time", "timestamp", "datetime"}) {
    if (name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending) {
      return true;
    }
  }
  return false;
}

}  // namespace

Disguise disguise_of(const model::Field& field) {
  if (field.type.kind != model::TypeKind::string) return Disguise::none;
  if (consists_of(field.type, "0123456789+-.")) {
    return is_fixed_width(field.type) ? Disguise::none : Disguise::number;
  }
  const bool looks_like_time = consists_of(field.type, "0123456789+-.:TZ ");
  return looks_like_time || is_named_like_time(field.name) ? Disguise::time : Disguise::none;
}

OrderedUse ordered_use(const model::Model& model, std::size_t entity, const model::Field& field) {
  for (const auto& pattern : model.access_patterns) {
    const bool returns_it =
        std::any_of(pattern.returns.begin(), pattern.returns.end(),
                    [&](const auto& returned) { return returned.entity.index == entity; });
    if (!returns_it || !model::is_read(*pattern.operation)) continue;
    if (pattern.order && pattern.order->field.name == field.name) {
      return {&pattern, pattern.order->field.span};
    }
    if (pattern.range && pattern.range->field.name == field.name &&
        pattern.range->range_operator != model::RangeOperator::prefix) {
      return {&pattern, pattern.range->field.span};
    }
  }
  return {};
}

}  // namespace keywright::check
