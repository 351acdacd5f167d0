#include "api/constraints.hpp"

#include "api/table_name.hpp"
#include "core/errors.hpp"

namespace keywright::api {

namespace {

// Counts one more and returns whether its text is to follow: a request may violate a million, of
// which the first few say enough.
bool is_listed(std::size_t& count, std::string& texts) {
  constexpr std::size_t kMostListed = 10;
  if (++count > kMostListed) return false;
  if (count > 1) texts += "; ";
  return true;
}

}  // namespace

void Constraints::violated(std::string_view value, std::string_view at,
                           std::string_view constraint) {
  if (!is_listed(count_, texts_)) return;
  texts_.append("Value '").append(value).append("' at '").append(at);
  texts_.append("' failed to satisfy constraint: ").append(constraint);
}

void Constraints::missing(std::string_view at) {
  if (!is_listed(count_, texts_)) return;
  texts_.append("Value null at '").append(at);
  texts_.append("' failed to satisfy constraint: Member must not be null");
}

void Constraints::length(std::string_view value, std::string_view at, std::size_t least,
                         std::size_t most) {
  if (value.size() < least) {
    violated(value, at,
             "Member must have length greater than or equal to " + std::to_string(least));
  }
  if (value.size() > most) {
    violated(value, at, "Member must have length less than or equal to " + std::to_string(most));
  }
}

void Constraints::at_least(std::int64_t value, std::string_view at, std::int64_t least) {
  if (value >= least) return;
  violated(std::to_string(value), at,
           "Member must have value greater than or equal to " + std::to_string(least));
}

void Constraints::at_most(std::int64_t value, std::string_view at, std::int64_t most) {
  if (value <= most) return;
  violated(std::to_string(value), at,
           "Member must have value less than or equal to " + std::to_string(most));
}

void Constraints::resource_name(std::string_view value, std::string_view at) {
  if (!is_resource_name(value)) {
    violated(value, at, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  length(value, at, 3, 255);
}

Result<void> Constraints::result() const {
  if (count_ == 0) return {};
  return errors::validation(std::to_string(count_) + " validation error" + (count_ > 1 ? "s" : "") +
                            " detected: " + texts_);
}

}  // namespace keywright::api
