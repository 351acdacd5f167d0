#pragma once

// What an import has to say, with places in the file it reads.

#include "model/diagnostic.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::imports {

enum class Rule {
  not_json,
  unknown_format,
  unknown_key,
  wrong_value,
  left_out,
  undecided,
  taken_as,
  no_table,
};

struct RuleRow {
  std::string_view id;
  model::Severity severity;
  std::string_view title;
};

// In the order of Rule.
inline constexpr std::array rules{
    RuleRow{"IMP001", model::Severity::error, "the file is not JSON"},
    RuleRow{"IMP002", model::Severity::error, "the format is unknown"},
    RuleRow{"IMP003", model::Severity::warning, "a key that the format does not have"},
    RuleRow{"IMP004", model::Severity::warning, "a value that cannot be what it should"},
    RuleRow{"IMP005", model::Severity::warning, "what a model cannot say, and was left out"},
    RuleRow{"IMP006", model::Severity::warning, "what the file does not say, and must be decided"},
    RuleRow{"IMP007", model::Severity::note, "what was taken for something, and may be another"},
    RuleRow{"IMP008", model::Severity::error, "no table could be taken from the file"},
};

class Report {
 public:
  // After so many findings a person stops reading; why there is no model is told all the same.
  static constexpr std::size_t most = 500;

  void add(Rule rule, const model::Span& span, std::string message, std::string help = {});
  // The finding, and the same words in a comment of the model.
  void add(Rule rule, const model::Span& span, std::vector<std::string>& comments,
           std::string message, std::string help = {});

  // What the following findings are about: "get_job".
  void set_subject(std::string subject) { subject_ = std::move(subject); }

  [[nodiscard]] std::vector<model::Diagnostic> take() &&;

 private:
  std::vector<model::Diagnostic> all_;
  std::string subject_;
};

// `name` in the quotes of our messages, on one line and cut if it is long.
[[nodiscard]] std::string quoted(std::string_view name);

}  // namespace keywright::imports
