#pragma once

// Collects the findings of the reader. Internal to the model layer.

#include "model/diagnostic.hpp"
#include "model/structural_rules.hpp"

#include <string>
#include <utility>
#include <vector>

namespace keywright::model {

class Findings {
 public:
  explicit Findings(const SourceFile& source) : source_(source) {}

  // After so many findings a person stops reading, and a hostile file should not make us go on.
  static constexpr std::size_t most = 500;
  [[nodiscard]] bool full() const { return all_.size() >= most; }

  // The returned finding may be completed with notes until the next call.
  Diagnostic& add(StructuralRule rule, Span span, std::string message, std::string help = {}) {
    const RuleInfo& row = info(rule);
    unreadable_ = unreadable_ || makes_unreadable(rule);
    if (full()) all_.pop_back();
    return all_.emplace_back(Diagnostic{std::string(row.id),
                                        row.severity,
                                        span,
                                        std::move(message),
                                        std::move(help),
                                        {},
                                        subject_});
  }

  // What the following findings are about: "get_job", "Job.topic".
  void set_subject(std::string subject) { subject_ = std::move(subject); }

  [[nodiscard]] const SourceFile& source() const { return source_; }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] bool unreadable() const { return unreadable_; }
  [[nodiscard]] std::vector<Diagnostic> take() && {
    sort_in_file_order(all_);
    return std::move(all_);
  }

 private:
  const SourceFile& source_;
  std::vector<Diagnostic> all_;
  std::string subject_;
  bool unreadable_ = false;
};

// `name` in the quotes of our messages.
[[nodiscard]] inline std::string quoted(std::string_view name) {
  return '`' + std::string(name) + '`';
}

}  // namespace keywright::model
