#pragma once
// Calls, answers and items, told for people.

#include "call_maker.hpp"
#include "plan_caller.hpp"

#include <cstdint>
#include <sstream>
#include <string>

namespace keywright::random_proof {

/// What the pattern asks for of an item.
[[nodiscard]] std::string view(const verify::Context& context, const Sample& sample,
                               const model::AccessPattern& of);
[[nodiscard]] std::string view(const verify::Context& context, const Item& item,
                               const model::AccessPattern& of);
/// All of it.
[[nodiscard]] std::string text_of(const verify::Context& context, const Sample& sample);

/// A line per call; those of a transaction's steps below it.
class Journal {
 public:
  explicit Journal(const verify::Context& context) : context_(context) {}

  void tell(const Call& call, std::int64_t now, const Answer& answer, int indent = 0);
  [[nodiscard]] std::string text() const { return log_.str(); }

 private:
  void tell_arguments(const Call& call, const verify::Arguments& arguments);
  void tell_answer(const Answer& answer);

  const verify::Context& context_;
  std::ostringstream log_;
};

}  // namespace keywright::random_proof
