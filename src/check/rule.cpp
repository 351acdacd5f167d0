#include "check/rule.hpp"

#include "check/tables.hpp"
#include "model/structural_rules.hpp"

#include <array>

#include <fmt/format.h>

namespace keywright::check {
namespace {

std::string_view to_text(Level level) {
  switch (level) {
    case Level::error:
      return "error";
    case Level::warning:
      return "warning";
    case Level::note:
      return "note";
    case Level::by_profile:
      return "error with `profile: production`, warning with `profile: development`";
    case Level::graded:
      return "error or warning, by the numbers";
    case Level::advised:
      return "warning or note";
  }
  return "";
}

// The reader's own rules, so that every id that a user can meet has its page here.
std::span<const Rule> model_file_rules() {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> rows;
    for (const auto& info : model::structural_rules()) {
      const auto level = info.severity == model::Severity::warning ? Level::warning : Level::error;
      rows.push_back({info.id, level, info.title, info.why, info.bad, info.good});
    }
    return rows;
  }();
  return rules;
}

constexpr std::string_view introduction =
    R"(# Rules of `keywright check`

Every finding names its rule, points at the place in the model, says which numbers it used and what mends
it. `keywright explain RULE` prints one of the pages below. A finding that is right for your design is
waived in the model, with the reason; a waiver that matches nothing is a finding itself:

```yaml
waive:
  - {rule: AP012, on: get_job_with_findings, reason: "debug items are rare and small"}
```

`on` is the subject of the finding: an access pattern (`get_job`), an entity (`Job`), a field, move or index entry of one
(`Job.topic`, `Job.start`, `Job.gsi1`), or an index or table (`gsi1`). Exit status: 0 no errors, 1 errors, 2 the model could
not be read. Notes say that nothing is wrong and something may be had for less; `--advice` shows them.

The rules of evolution (EVO) compare two models and are reported by [`keywright diff`](diff.md); `waive` takes them too.

Some well-known defects have no rule, because a model cannot have them:

| defect | why not |
|---|---|
| two patterns of one name | refused when the file is read (MDL002) |
| a transition without from-state or condition | a move has a from-state (MDL008), and its condition is derived |
| an update that leaves an index key as it was | index keys are derived for every write; what cannot be is IDX006 |
| a create that overwrites, a patch that makes a phantom | each operation brings its condition |
| an integer key without padding, or with too little | the width follows from `min` and `max`; a greater value is an error |
| times of mixed form in a `timestamp` | the type has one form |
| a lifetime on a single field | fields have no such option; what comes near it is TTL004 |
| items read after they expired | reads exclude them unless they say `expired: include` |
| entities without a tag in the table | every item has `_type`; where an index lacks it: KEY011 |
| numbers of more than 38 digits in a key | no type holds them |
| reserved words | names are always aliased |
| a page size together with a filter | the filter is reported (AP004), and says that pages may be empty |
| a list from an index that lacks fields, and a read of each item for them | the list is refused (AP009), and says what projecting would cost |
| a key of several attributes in a table, of more than four, or with a gap | a table's key has one and one; more than four are MDL008; a gap is AP001 or AP003 |
| an index that holds back the writes of its table | the hot key of the index is reported (HOT001, HOT003), and says so |
| a reader that forgets some of the shards | readers merge all of them |
| a vector index on provisioned capacity, or beyond its limits | the model language has no vector indexes |
| a field that is to be unique, without an item that keeps it so | `unique` brings item and transaction |
)";

}  // namespace

std::span<const RuleFamily> rule_families() {
  static const std::array families{
      RuleFamily{"The model file", model_file_rules()},
      RuleFamily{"Access patterns", access_pattern_rules()},
      RuleFamily{"Keys", key_rules()},
      RuleFamily{"Indexes", index_rules()},
      RuleFamily{"Writes", write_rules()},
      RuleFamily{"Time to live", ttl_rules()},
      RuleFamily{"Sizes", size_rules()},
      RuleFamily{"Hot keys", hot_rules()},
      RuleFamily{"Capacity", capacity_rules()},
      RuleFamily{"Tables", table_rules()},
      RuleFamily{"Targets", target_rules()},
      RuleFamily{"Evolution", evolution_rules()},
      RuleFamily{"Names", name_rules()},
      RuleFamily{"Generated code", generator_rules()},
      RuleFamily{"Waivers", waiver_rules()},
  };
  return families;
}

const Rule* find_rule(std::string_view id) {
  for (const auto& family : rule_families()) {
    for (const auto& rule : family.rules) {
      if (rule.id == id) return &rule;
    }
  }
  return nullptr;
}

model::Severity severity_of(const Rule& rule, model::Profile profile) {
  switch (rule.level) {
    case Level::warning:
    case Level::advised:
      return model::Severity::warning;
    case Level::note:
      return model::Severity::note;
    case Level::by_profile:
      return profile == model::Profile::production ? model::Severity::error
                                                   : model::Severity::warning;
    case Level::error:
    case Level::graded:
      return model::Severity::error;
  }
  return model::Severity::error;
}

std::string explain(const Rule& rule) {
  return fmt::format(
      "### {}: {}\n\n*{}*\n\n{}\n\nReported:\n\n```yaml\n{}\n```\n\nMended:\n\n```yaml\n{}\n```\n",
      rule.id, rule.title, to_text(rule.level), rule.why, rule.bad, rule.good);
}

std::string catalogue() {
  std::string text{introduction};
  for (const auto& family : rule_families()) {
    text += fmt::format("\n## {}\n\n| rule | what is wrong |\n|---|---|\n", family.title);
    for (const auto& rule : family.rules) text += fmt::format("| {} | {} |\n", rule.id, rule.title);
    for (const auto& rule : family.rules) text += '\n' + explain(rule);
  }
  return text;
}

}  // namespace keywright::check
