#include "commands.hpp"
#include "document/describe.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "load.hpp"

#include <cstdio>

namespace keywright::cli {

int docs(const DocsOptions& options) {
  const auto prices = load_prices(options.prices);
  if (!prices) return 2;
  const auto checked = load_and_check(options.model, {.advice = true, .prices = &*prices});
  if (!checked.model) {
    print_findings({&checked, 1}, {}, stderr);
    return checked.status;
  }
  const auto page =
      document::describe(*checked.model, *checked.plan, *checked.costs, checked.findings);
  const auto text = options.html ? document::to_html(page) : document::to_markdown(page);
  if (options.out.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  }
  if (const auto failure = write_file(options.out, text)) {
    return fail(*failure, kFailed);
  }
  return 0;
}

}  // namespace keywright::cli
