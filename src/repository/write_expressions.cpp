#include "repository/write_expressions.hpp"

#include "repository/names.hpp"
#include <keywright/item_writer.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace keywright::repository {
namespace {

/// Whether the whole text stands in one pair of parentheses.
bool is_parenthesised(std::string_view text) {
  if (!text.starts_with('(')) return false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1 == text.size();
  }
  return false;
}

/// Conditions that must all hold.
class ConditionWriter {
 public:
  ConditionWriter(const Runtime& runtime, WriteExpressions& out) : runtime_(runtime), out_(out) {}

  void absent(std::string_view ttl_attribute) {
    std::string text = fmt::format("attribute_not_exists({})", name(runtime_.partition_key()));
    if (!ttl_attribute.empty()) {
      text += fmt::format(" OR {} < {}", name(ttl_attribute), now());
      alternative_ = true;
    }
    add(std::move(text));
  }

  void present() { add(fmt::format("attribute_exists({})", name(runtime_.partition_key()))); }

  void not_expired(std::string_view ttl_attribute) {
    if (ttl_attribute.empty()) return;
    const std::string ttl = name(ttl_attribute);
    add(fmt::format("(attribute_not_exists({}) OR {} >= {})", ttl, ttl, now()));
  }

  void expired(std::string_view ttl_attribute) {
    add(fmt::format("{} < {}", name(ttl_attribute), now()));
  }

  void states(std::string_view attribute, const std::vector<std::string_view>& states) {
    std::vector<std::string> placeholders;
    for (const std::string_view state : states) placeholders.push_back(value("from", state));
    const std::string field = name(attribute);
    add(states.size() == 1 ? fmt::format("{} = {}", field, placeholders.front())
                           : fmt::format("{} IN ({})", field, fmt::join(placeholders, ", ")));
  }

  /// With `or_expired`, an item past that time will do for one that lacks the attribute.
  void guard(const Requirements::Guard& guard, std::string_view or_expired = {}) {
    const std::string field = name(guard.attribute);
    std::vector<std::string> choices;
    if (guard.or_absent || !guard.value) {
      choices.push_back(fmt::format("attribute_not_exists({})", field));
      if (!or_expired.empty()) choices.push_back(fmt::format("{} < {}", name(or_expired), now()));
    }
    if (guard.value) {
      choices.push_back(fmt::format(
          "{} = {}", field, value(fmt::format("stored_{}", guard.attribute), *guard.value)));
    }
    const std::string text = fmt::format("{}", fmt::join(choices, " OR "));
    add(choices.size() == 1 ? text : fmt::format("({})", text));
  }

  void further(const Condition& condition, std::span<const NameAlias> aliases) {
    add_names(condition.expression(), aliases, out_.names);
    for (const auto& entry : condition.values()) out_.values.push_back(entry);
    further_ = condition.expression();
  }
  /// Or what stands there is past its time.
  void further_or_expired(std::string_view ttl_attribute) {
    if (ttl_attribute.empty()) return;
    further_ += fmt::format(" OR {} < {}", name(ttl_attribute), now());
  }

  /// Parentheses go round what would fall apart, and only there: DynamoDB refuses superfluous ones.
  void finish() {
    const std::size_t count = terms_.size() + (further_.empty() ? 0 : 1);
    if (count == 0) return;
    if (count > 1 && alternative_) terms_.front() = fmt::format("({})", terms_.front());
    if (!further_.empty()) {
      const bool bare = count == 1 || is_parenthesised(further_);
      terms_.push_back(bare ? further_ : fmt::format("({})", further_));
    }
    out_.condition = fmt::format("{}", fmt::join(terms_, " AND "));
  }

 private:
  void add(std::string term) { terms_.push_back(std::move(term)); }
  std::string name(std::string_view attribute) { return name_placeholder(attribute, out_.names); }
  std::string value(std::string_view hint, AttributeValue content) {
    return value_placeholder(hint, std::move(content), out_.values);
  }
  std::string now() { return value("now", AttributeValue(runtime_.now_seconds())); }

  const Runtime& runtime_;
  WriteExpressions& out_;
  std::vector<std::string> terms_;
  bool alternative_ = false;  // the first term is an OR without parentheses
  std::string further_;
};

/// The user's own placeholders come first, so that those made here keep clear of them.
void write_condition(const Runtime& runtime, const Update& update, WriteExpressions& out) {
  ConditionWriter writer(runtime, out);
  if (update.condition()) writer.further(*update.condition(), update.pattern().aliases);
  if (!update.states().empty()) {
    writer.states(update.state_attribute(), update.states());
  } else if (update.pattern().precondition == Precondition::present) {
    writer.present();
  }
  writer.not_expired(update.pattern().ttl_attribute);
  for (const Requirements::Guard& guard : update.guards()) writer.guard(guard);
  writer.finish();
}

/// Whether nothing but a stored item can hold one of the values.
bool needs_item(const std::vector<Requirements::Guard>& guards) {
  return std::any_of(guards.begin(), guards.end(), [](const Requirements::Guard& guard) {
    return guard.value && !guard.or_absent;
  });
}

struct Section {
  std::string_view keyword;
  std::vector<std::string> clauses;
};

/// The parent that a step needs, if it is a map that can be made: "address" of "address.city".
std::vector<std::string> parents_of_path(std::string_view path) {
  std::vector<std::string> parents;
  const std::string_view maps = path.substr(0, path.find('['));
  for (auto dot = maps.find('.'); dot != std::string_view::npos; dot = maps.find('.', dot + 1)) {
    parents.emplace_back(maps.substr(0, dot));
  }
  return parents;
}

}  // namespace

WriteExpressions condition_of(const Runtime& runtime, const WritePattern& pattern,
                              Precondition precondition, const Requirements& requirements) {
  WriteExpressions out;
  ConditionWriter writer(runtime, out);
  const auto& guards = requirements.guards();
  const std::string_view ttl = pattern.ttl_attribute;
  if (requirements.condition()) writer.further(*requirements.condition(), pattern.aliases);
  if (precondition == Precondition::absent) writer.absent(ttl);
  if (precondition == Precondition::present) writer.present();
  // What has expired counts as absent: it is no item with the values asked for, and is one without.
  const auto& condition = requirements.condition();
  const bool accepts_absent = condition && condition->accepts_absent();
  const bool is_wanted = precondition == Precondition::present || needs_item(guards) ||
                         (precondition == Precondition::none && condition && !accepts_absent);
  if (is_wanted) writer.not_expired(ttl);
  for (const auto& guard : guards) writer.guard(guard, is_wanted ? std::string_view() : ttl);
  if (accepts_absent && !is_wanted) writer.further_or_expired(ttl);
  writer.finish();
  return out;
}

WriteExpressions expired(const Runtime& runtime, const WritePattern& pattern) {
  WriteExpressions out;
  ConditionWriter writer(runtime, out);
  writer.expired(pattern.ttl_attribute);
  writer.finish();
  return out;
}

WriteExpressions expressions_of(const Runtime& runtime, const Update& update) {
  WriteExpressions out;
  write_condition(runtime, update, out);
  std::array<Section, 4> sections{{{"SET", {}}, {"REMOVE", {}}, {"ADD", {}}, {"DELETE", {}}}};
  auto& [set, remove, add, remove_members] = sections;
  for (const Update::Step& step : update.steps()) {
    const std::string path = path_placeholder(step.path, out.names);
    const std::string value =
        step.value ? value_placeholder(step.path, *step.value, out.values) : std::string();
    switch (step.action) {
      case Update::Action::set:
        set.clauses.push_back(fmt::format("{} = {}", path, value));
        break;
      case Update::Action::set_if_absent:
        set.clauses.push_back(fmt::format("{} = if_not_exists({}, {})", path, path, value));
        break;
      case Update::Action::remove:
        remove.clauses.push_back(path);
        break;
      case Update::Action::add:
        add.clauses.push_back(fmt::format("{} {}", path, value));
        break;
      case Update::Action::remove_members:
        remove_members.clauses.push_back(fmt::format("{} {}", path, value));
        break;
    }
  }
  std::vector<std::string> texts;
  for (const Section& section : sections) {
    if (section.clauses.empty()) continue;
    texts.push_back(fmt::format("{} {}", section.keyword, fmt::join(section.clauses, ", ")));
  }
  if (!texts.empty()) out.update = fmt::format("{}", fmt::join(texts, " "));
  return out;
}

std::vector<std::string> parents_of(const Update& update) {
  std::vector<std::string> parents;
  for (const Update::Step& step : update.steps()) {
    if (step.action == Update::Action::remove || step.action == Update::Action::remove_members) {
      continue;
    }
    for (std::string& parent : parents_of_path(step.path)) {
      if (std::find(parents.begin(), parents.end(), parent) == parents.end()) {
        parents.push_back(std::move(parent));
      }
    }
  }
  return parents;
}

WriteExpressions make_parent(const Runtime& runtime, const Update& update,
                             std::string_view parent) {
  WriteExpressions out;
  write_condition(runtime, update, out);
  const std::string path = path_placeholder(parent, out.names);
  const std::string empty = value_placeholder("empty", AttributeValue::map({}), out.values);
  out.update = fmt::format("SET {} = if_not_exists({}, {})", path, path, empty);
  for (const Update::Step& step : update.steps()) {
    if (step.path != kTypeAttribute || step.action != Update::Action::set) continue;
    *out.update += fmt::format(", {} = {}", path_placeholder(step.path, out.names),
                               value_placeholder(step.path, *step.value, out.values));
  }
  return out;
}

// Failed conditions in words
// -----------------------------------------------------------------------

namespace {

/// The first stored value that is not the one asked for, in words; empty if all are.
std::string misfit(const Requirements& requirements, std::string_view key, const Item& stored) {
  for (const Requirements::Guard& guard : requirements.guards()) {
    const auto value = stored.find(guard.attribute);
    const bool holds =
        value ? guard.value && *value == guard.value->view() : guard.or_absent || !guard.value;
    if (holds) continue;
    if (!guard.is_version)
      return fmt::format("the {} of {} is not the one given", guard.attribute, key);
    const bool has_one = value && value->is(AttributeType::number);
    return fmt::format("the {} of {} is {}, not {}: it was written since it was read",
                       guard.attribute, key, has_one ? value->as_number().to_string() : "0",
                       guard.value->as_number().to_string());
  }
  return {};
}

}  // namespace

Error explain(const Runtime& runtime, const WritePattern& pattern, Precondition precondition,
              const Requirements& requirements, const Item& key, Error error) {
  if (error.code != ErrorCode::condition_failed) return error;
  const std::string item = runtime.key_text(key);
  if (error.item && error.item->empty()) error.item.reset();
  if (error.item && runtime.is_expired(*error.item, pattern.ttl_attribute)) error.item.reset();
  const auto& guards = requirements.guards();
  const bool must_exist = precondition == Precondition::present || needs_item(guards);
  const std::string wrong = error.item ? misfit(requirements, item, *error.item) : std::string();
  if (!error.item && must_exist) {
    error.message = fmt::format("{}: there is no item {}", pattern.name, item);
  } else if (error.item && precondition == Precondition::absent) {
    error.message = fmt::format("{}: there is already an item {}", pattern.name, item);
  } else if (!wrong.empty()) {
    error.message = fmt::format("{}: {}", pattern.name, wrong);
  } else {
    error.message =
        fmt::format("{}: the condition on the item {} does not hold", pattern.name, item);
  }
  return error;
}

Error explain(const Runtime& runtime, const Update& update, Error error) {
  if (error.code != ErrorCode::condition_failed) return error;
  const WritePattern& pattern = update.pattern();
  const auto& wanted = update.states();
  error = explain(runtime, pattern, wanted.empty() ? pattern.precondition : Precondition::present,
                  update, update.key(), std::move(error));
  if (!error.item || wanted.empty()) return error;
  const auto state = error.item->find(update.state_attribute());
  const std::string_view name =
      state && state->is(AttributeType::string) ? state->as_string() : "missing";
  if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) {
    error.message =
        fmt::format("{}: the {} of {} is {}, not {}", pattern.name, update.state_attribute(),
                    runtime.key_text(update.key()), name, fmt::join(wanted, " or "));
  }
  return error;
}

}  // namespace keywright::repository
