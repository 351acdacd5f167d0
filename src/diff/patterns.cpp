#include "diff/patterns.hpp"

#include "diff/entities.hpp"
#include "diff/renames.hpp"
#include "diff/words.hpp"
#include "model/words.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

using model::AccessPattern;

// One aspect of a pattern, as text that is empty where the pattern says nothing of it.
struct Facet {
  std::string_view name;
  Kind kind;
  std::string (*text)(const AccessPattern&);
};

template <class Value>
std::string number_text(const std::optional<model::Located<Value>>& number) {
  return number ? fmt::format("{}", **number) : std::string();
}

std::string op_text(const AccessPattern& pattern) {
  return std::string(model::to_text(*pattern.operation));
}
std::string entities_text(const AccessPattern& pattern) {
  std::string text;
  for (const auto& each : pattern.returns) {
    if (!text.empty()) text += ", ";
    text += each.entity.name;
    if (!pattern.is_collection) continue;
    if (each.cardinality == model::Cardinality::optional) text += '?';
    if (each.cardinality == model::Cardinality::many) text += '*';
  }
  return text;
}
std::string range_text(const AccessPattern& pattern) {
  if (!pattern.range) return "";
  return fmt::format("{} {}", pattern.range->field.name,
                     model::to_text(pattern.range->range_operator));
}
std::string order_text(const AccessPattern& pattern) {
  if (!pattern.order) return "";
  return pattern.order->field.name + (pattern.order->descending ? " desc" : " asc");
}
std::string condition_of(const AccessPattern& pattern) {
  return pattern.condition ? condition_text(*pattern.condition) : "";
}
std::string rate_text(const model::Rate& rate) {
  std::string text = number_text(rate.peak);
  if (rate.avg) text += fmt::format(" ({} on average)", **rate.avg);
  return text;
}
std::string items_text(const AccessPattern& pattern) {
  std::string text = number_text(pattern.items.avg);
  if (pattern.items.max) text += fmt::format(" (at most {})", **pattern.items.max);
  return text;
}

std::string steps_text(const AccessPattern& pattern);

constexpr Facet facets[] = {
    {"op", Kind::pattern_changed, op_text},
    {"entities", Kind::pattern_changed, entities_text},
    {"by", Kind::pattern_changed, [](const AccessPattern& p) { return names_text(p.by); }},
    {"range", Kind::pattern_changed, range_text},
    {"fields", Kind::pattern_changed, [](const AccessPattern& p) { return names_text(p.fields); }},
    {"set", Kind::pattern_changed, [](const AccessPattern& p) { return names_text(p.set); }},
    {"add", Kind::pattern_changed, [](const AccessPattern& p) { return names_text(p.add); }},
    {"remove", Kind::pattern_changed, [](const AccessPattern& p) { return names_text(p.remove); }},
    {"condition", Kind::pattern_changed, condition_of},
    {"move", Kind::pattern_changed,
     [](const AccessPattern& p) { return p.move ? **p.move : std::string(); }},
    {"steps", Kind::pattern_changed, steps_text},
    {"each", Kind::pattern_changed,
     [](const AccessPattern& p) { return std::string(p.each ? "true" : ""); }},
    {"kind", Kind::pattern_changed,
     [](const AccessPattern& p) {
       return std::string(model::text_of(model::kind_words, *p.kind));
     }},
    {"order", Kind::pattern_ordered_otherwise, order_text},
    {"page", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) { return number_text(p.page); }},
    {"max_items", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) { return number_text(p.max_items); }},
    {"consistency", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) {
       return std::string(model::text_of(model::consistency_words, *p.consistency));
     }},
    {"expired", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) {
       return std::string(model::text_of(model::expired_words, *p.expired));
     }},
    {"read_after_write", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) { return std::string(p.read_after_write ? "true" : "false"); }},
    {"using", Kind::pattern_behaves_otherwise,
     [](const AccessPattern& p) { return p.use_index ? p.use_index->name : std::string(); }},
    {"rate", Kind::estimates_changed, [](const AccessPattern& p) { return rate_text(p.rate); }},
    {"items", Kind::estimates_changed, items_text},
};

// A step of its own with all that it says.
std::string whole_text(const AccessPattern& pattern) {
  std::string text;
  for (const auto& facet : facets) {
    const auto said = facet.text(pattern);
    if (said.empty() || facet.kind != Kind::pattern_changed) continue;
    if (!text.empty()) text += ' ';
    text += fmt::format("{}: {}", facet.name, said);
  }
  return text;
}

std::string steps_text(const AccessPattern& pattern) {
  std::string text;
  for (const auto& step : pattern.steps) {
    if (!text.empty()) text += ", ";
    text += step.named ? step.named->name : step.own ? "{" + whole_text(*step.own) + "}" : "";
  }
  return text;
}

class PatternDiffer {
 public:
  PatternDiffer(const ModelSide& before, const ModelSide& after, std::vector<Change>& out)
      : before_(before), after_(after), changes_(out) {}

  void run() {
    std::vector<Gone> gone;
    for (const auto& pattern : before_.model.access_patterns) {
      if (after_.model.find_access_pattern(pattern.name) != nullptr) continue;
      gone.push_back({&pattern, whole_text(pattern)});
    }
    for (const auto& pattern : after_.model.access_patterns) {
      const auto* was = before_.model.find_access_pattern(pattern.name);
      was == nullptr ? added(pattern, gone) : compare(*was, pattern);
    }
    for (const auto& each : gone) {
      changes_.add(Kind::pattern_removed, each.pattern->name,
                   fmt::format("access pattern {} is gone", each.pattern->name), {});
    }
  }

 private:
  struct Gone {
    const AccessPattern* pattern;
    std::string text;
  };

  // A pattern that says all that one said which is gone has another name now.
  void added(const AccessPattern& pattern, std::vector<Gone>& gone) {
    const auto same =
        std::find_if(gone.begin(), gone.end(),
                     [text = whole_text(pattern)](const Gone& each) { return each.text == text; });
    if (same == gone.end()) {
      changes_.add(Kind::pattern_added, pattern.name,
                   fmt::format("access pattern {} is new", pattern.name), pattern.key);
      return;
    }
    auto& change = changes_.add(
        Kind::pattern_renamed, pattern.name,
        fmt::format("access pattern {} is called {}", same->pattern->name, pattern.name),
        pattern.key);
    change.before = same->pattern->name;
    change.after = pattern.name;
    gone.erase(same);
  }

  void compare(const AccessPattern& was, const AccessPattern& now) {
    for (const auto& facet : facets) {
      if (facet.kind == Kind::pattern_ordered_otherwise && is_in_same_order(was, now)) continue;
      changes_.differ(facet.kind, now.name, facet.name, facet.text(was), facet.text(now), now.key);
    }
    const auto old_source = source_text(before_, was);
    const auto new_source = source_text(after_, now);
    if (old_source.empty() || new_source.empty()) return;
    changes_.differ(Kind::pattern_served_otherwise, now.name, "is served by", old_source,
                    new_source, now.key);
  }

  // By a field that has another name now: no argument of a function, and the same order.
  [[nodiscard]] bool is_in_same_order(const AccessPattern& was, const AccessPattern& now) const {
    if (!was.order || !now.order || was.order->descending != now.order->descending) return false;
    if (was.returns.empty() || now.returns.empty()) return false;
    const auto* before = before_.model.entity(was.entity());
    const auto* after = after_.model.entity(now.entity());
    if (before == nullptr || after == nullptr) return false;
    const auto* field = after->find_field(now.order->field.name);
    if (field == nullptr) return false;
    const auto* old = Renames(*before, *after).old_name_of(*field);
    return old != nullptr && old->name == was.order->field.name;
  }

  // Of a read that is served: "index gsi1".
  static std::string source_text(const ModelSide& side, const AccessPattern& pattern) {
    const auto* plan = side.plan.find(side.model, pattern.name);
    const auto* read = plan == nullptr ? nullptr : plan->read();
    if (read == nullptr || pattern.returns.empty()) return "";
    const auto* entity = side.model.entity(pattern.entity());
    const auto* table = entity == nullptr ? nullptr : side.model.table_of(*entity);
    if (table == nullptr) return "";
    return read->index ? "index " + table->indexes[*read->index].name : "the table's key";
  }

  const ModelSide& before_;
  const ModelSide& after_;
  ChangeList changes_;
};

}  // namespace

std::vector<Change> compare_patterns(const ModelSide& before, const ModelSide& after) {
  std::vector<Change> changes;
  PatternDiffer(before, after, changes).run();
  return changes;
}

}  // namespace keywright::diff
