#include "check/rule.hpp"
#include "commands.hpp"
#include "document/explain_pattern.hpp"
#include "failure.hpp"
#include "imports/report.hpp"
#include "load.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::cli {
namespace {

void list_rules() {
  for (const auto& family : check::rule_families()) {
    std::printf("%.*s\n", static_cast<int>(family.title.size()), family.title.data());
    for (const auto& rule : family.rules) {
      std::printf("  %-8.*s %.*s\n", static_cast<int>(rule.id.size()), rule.id.data(),
                  static_cast<int>(rule.title.size()), rule.title.data());
    }
  }
  std::printf("Import\n");
  for (const auto& rule : imports::rules) {
    std::printf("  %-8.*s %.*s\n", static_cast<int>(rule.id.size()), rule.id.data(),
                static_cast<int>(rule.title.size()), rule.title.data());
  }
}

// What `keywright import` finds is of another file than a model, so no rule of the checker.
bool explain_import_rule(std::string_view id) {
  const auto* const rule =
      std::find_if(imports::rules.begin(), imports::rules.end(),
                   [id](const imports::RuleRow& each) { return each.id == id; });
  if (rule == imports::rules.end()) return false;
  std::printf(
      "%.*s: %.*s\n\nFound by `keywright import` in the file it reads; docs/import.md tells "
      "more.\n",
      static_cast<int>(rule->id.size()), rule->id.data(), static_cast<int>(rule->title.size()),
      rule->title.data());
  return true;
}

int explain_rule(const std::string& name) {
  std::string id = name;
  std::transform(id.begin(), id.end(), id.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (explain_import_rule(id)) return 0;
  const auto* rule = check::find_rule(id);
  if (rule == nullptr) {
    return fail("there is no rule " + model::on_one_line(name) +
                    "; `keywright explain` lists them. Of a model, give an access pattern too",
                kWrongUse);
  }
  std::fputs(check::explain(*rule).c_str(), stdout);
  return 0;
}

int explain_pattern(const ExplainOptions& options) {
  if (check::find_rule(options.rule) != nullptr) {
    const auto pattern = model::on_one_line(options.pattern);
    return fail(options.rule + " is a rule, and " + pattern +
                    " is asked of a model: keywright explain MODEL " + pattern,
                kWrongUse);
  }
  const auto prices = load_prices(options.prices);
  if (!prices) return 2;
  const auto checked = load_and_check(options.rule, {.prices = &*prices});
  if (!checked.model) {
    print_findings({&checked, 1}, {}, stderr);
    return checked.status;
  }
  std::vector<std::string_view> names;
  for (const auto& pattern : checked.model->access_patterns) names.push_back(pattern.name);
  const auto found = std::find(names.begin(), names.end(), options.pattern);
  if (found == names.end()) {
    return fail(checked.source.name() + " has no access pattern " +
                    model::on_one_line(options.pattern) + "; " +
                    model::suggest(options.pattern, names),
                kWrongUse);
  }
  const auto text = document::explain_pattern(*checked.model, *checked.plan, *checked.costs,
                                              static_cast<std::size_t>(found - names.begin()));
  std::fwrite(text.data(), 1, text.size(), stdout);
  // What is wrong with it.
  auto findings = checked.findings;
  std::erase_if(findings, [&](const auto& finding) { return finding.subject != options.pattern; });
  const auto problems = model::render_text(findings, checked.source);
  std::fwrite(problems.data(), 1, problems.size(), stdout);
  return model::has_errors(findings) ? 1 : 0;
}

}  // namespace

int explain(const ExplainOptions& options) {
  if (!options.pattern.empty()) return explain_pattern(options);
  if (!options.rule.empty()) return explain_rule(options.rule);
  list_rules();
  return 0;
}

}  // namespace keywright::cli
