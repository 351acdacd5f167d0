#include "imports/names.hpp"
#include "imports/settle.hpp"
#include "model/spelling.hpp"
#include "model/values.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace keywright::imports {
namespace {

constexpr std::array reads{std::string_view{"get"}, std::string_view{"batch_get"},
                           std::string_view{"query"}, std::string_view{"scan"}};
constexpr std::array without_by{std::string_view{"create"}, std::string_view{"put"},
                                std::string_view{"batch_put"}, std::string_view{"transact"}};

bool is_among(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class PatternSettler {
 public:
  PatternSettler(Report& report, Draft& draft) : report_(report), draft_(draft) {}

  // False if nothing is left of it.
  bool run(DraftPattern& pattern, Comments& comments) {
    if (pattern.op == "transact") return settle_transaction(pattern);
    entities_.clear();
    if (pattern.returns.empty()) {
      add_entity(pattern.entity);
    } else {
      pattern.entity.clear();
      for (const std::string& name : pattern.returns)
        add_entity(name.substr(0, name.find_first_of("*?")));
    }
    if (entities_.empty()) {
      report_.add(
          Rule::left_out, pattern.span,
          "the pattern " + quoted(pattern.name) + " is of no known entity, and was left out");
      return false;
    }
    drop_what_means_nothing(pattern);
    keep_known(pattern, comments, pattern.by, "`by`");
    keep_known(pattern, comments, pattern.set, "`set`");
    keep_known(pattern, comments, pattern.add, "`add`");
    keep_known(pattern, comments, pattern.remove, "`remove`");
    move_what_cannot_be_added(pattern);
    if (!pattern.range_field.empty() && !knows(pattern.range_field)) pattern.range_op.clear();
    if (pattern.range_op.empty() || pattern.range_field.empty()) {
      pattern.range_op.clear();
      pattern.range_field.clear();
    }
    if (!pattern.order.empty() && !knows(pattern.order)) pattern.order.clear();
    return true;
  }

 private:
  void add_entity(const std::string& name) {
    if (const DraftEntity* entity = draft_.find_entity(name)) entities_.push_back(entity);
  }

  [[nodiscard]] const DraftField* find(const std::string& field) const {
    for (const DraftEntity* entity : entities_) {
      if (const DraftField* found = entity->find_field(field)) return found;
    }
    return nullptr;
  }
  [[nodiscard]] bool knows(const std::string& field) const { return find(field) != nullptr; }

  static void drop_what_means_nothing(DraftPattern& pattern) {
    const bool is_list = pattern.op == "query" || pattern.op == "scan";
    if (is_among(without_by, pattern.op)) pattern.by.clear();
    if (!is_list) {
      pattern.range_op.clear();
      pattern.order.clear();
      pattern.page.reset();
    }
    if (!is_among(reads, pattern.op)) {
      pattern.strong = false;
      pattern.using_index.clear();
    }
    if (pattern.op != "patch" && pattern.op != "upsert") {
      pattern.set.clear();
      pattern.add.clear();
      pattern.remove.clear();
    }
  }

  void keep_known(const DraftPattern& pattern, Comments& comments, std::vector<std::string>& names,
                  std::string_view where) {
    std::unordered_set<std::string> seen;
    std::erase_if(names, [&](const std::string& name) {
      if (!knows(name)) {
        report_.add(Rule::undecided, pattern.span, comments,
                    quoted(name) + " is no field of " + quoted(entities_.front()->name) +
                        ", and was left out of " + std::string(where));
        return true;
      }
      return !seen.insert(name).second;
    });
  }

  void move_what_cannot_be_added(DraftPattern& pattern) {
    std::erase_if(pattern.add, [&](const std::string& name) {
      const std::string& type = find(name)->type;
      if (type == "int" || type == "number" || type == "epoch_seconds" ||
          type.starts_with("set<")) {
        return type == "epoch_seconds";
      }
      if (std::find(pattern.set.begin(), pattern.set.end(), name) == pattern.set.end())
        pattern.set.push_back(name);
      return true;
    });
  }

  bool settle_transaction(DraftPattern& pattern) {
    std::erase_if(pattern.steps, [&](DraftPattern& step) { return !run(step, pattern.comments); });
    // A transaction reads or writes; the first step tells which.
    if (!pattern.steps.empty()) {
      const bool gets = pattern.steps.front().op == "get";
      std::erase_if(pattern.steps,
                    [gets](const DraftPattern& step) { return (step.op == "get") != gets; });
    }
    if (!pattern.steps.empty()) return true;
    report_.add(Rule::left_out, pattern.span,
                "the transaction " + quoted(pattern.name) +
                    " has no steps that are known, and was left out");
    return false;
  }

  Report& report_;
  Draft& draft_;
  std::vector<const DraftEntity*> entities_;
};

}  // namespace

void settle_patterns(Report& report, Draft& draft) {
  PatternSettler settler(report, draft);
  std::erase_if(draft.patterns, [&](DraftPattern& pattern) {
    if (settler.run(pattern, pattern.comments)) return false;
    draft.pattern_comments.push_back("left out: " + pattern.name +
                                     (pattern.comments.empty() ? "" : ": ") +
                                     model::join(pattern.comments, "; "));
    return true;
  });
  std::unordered_set<std::string> seen;
  for (DraftPattern& pattern : draft.patterns) {
    std::string name = identifier(pattern.name, "pattern");
    if (seen.contains(name))
      name = identifier(name + "_" + model::snake_case(pattern.entity), "pattern");
    name = unique_name(std::move(name),
                       [&seen](const std::string& other) { return seen.contains(other); });
    seen.insert(name);
    if (name != pattern.name) {
      report.add(Rule::taken_as, pattern.span, pattern.comments,
                 "pattern " + quoted(pattern.name) + " is called " + quoted(name) + " here");
    }
    pattern.name = std::move(name);
  }
  if (draft.patterns.empty()) {
    draft.pattern_comments.insert(draft.pattern_comments.begin(),
                                  "decide: the file has no access patterns, and they come first. "
                                  "For each read and write, for instance:");
    for (const DraftEntity& entity : draft.entities) {
      draft.pattern_comments.push_back("  get_" + model::snake_case(entity.name) +
                                       ": {op: get, entity: " + entity.name +
                                       ", by: [..], rate: {peak: ..}}");
    }
  }
}

}  // namespace keywright::imports
