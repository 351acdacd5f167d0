#include "check/rule.hpp"
#include "commands.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>

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
}

}  // namespace

int explain(const ExplainOptions& options) {
  if (options.rule.empty()) {
    list_rules();
    return 0;
  }
  std::string id = options.rule;
  std::transform(id.begin(), id.end(), id.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto* rule = check::find_rule(id);
  if (rule == nullptr) {
    std::fprintf(stderr, "keywright: there is no rule %s; `keywright explain` lists them\n",
                 model::on_one_line(options.rule).c_str());
    return 2;
  }
  std::fputs(check::explain(*rule).c_str(), stdout);
  return 0;
}

}  // namespace keywright::cli
