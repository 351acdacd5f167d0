#include "model/spelling.hpp"

#include <algorithm>
#include <cctype>

namespace keywright::model {
namespace {

// Longer names are compared by nobody's typing, and their cost grows with the square.
constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_listed = 12;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

double substitution_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? 0.5 : 1;
}

// Half a name is the commonest slip: `job` for `job_id`.
bool is_part_of_name(std::string_view a, std::string_view b) {
  const std::string_view shorter = a.size() < b.size() ? a : b;
  const std::string_view longer = a.size() < b.size() ? b : a;
  if (shorter.size() < 3 || shorter.size() == longer.size()) return false;
  return (longer.starts_with(shorter) && longer[shorter.size()] == '_') ||
         (longer.ends_with(shorter) && longer[longer.size() - shorter.size() - 1] == '_');
}

}  // namespace

double edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: the swap looks two rows back.
  std::vector<double> before(b.size() + 1);
  std::vector<double> previous(b.size() + 1);
  std::vector<double> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) current[j] = static_cast<double>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, current);
    current[0] = static_cast<double>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1,
                             previous[j - 1] + substitution_cost(a[i - 1], b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
  }
  return current[b.size()];
}

std::optional<std::string> nearest_name(std::string_view name,
                                        const std::vector<std::string_view>& candidates) {
  if (name.empty() || name.size() > longest_compared) return std::nullopt;
  std::optional<std::string> best;
  double best_distance = 0;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest_compared) continue;
    const double distance = is_part_of_name(name, candidate) ? 1 : edit_distance(name, candidate);
    // A third of the name may be wrong, and one character of a short one; but not all of it.
    const auto longer = static_cast<double>(std::max(name.size(), candidate.size()));
    if (distance > std::max(1.0, longer / 3) || distance >= longer) continue;
    if (best && distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string suggest(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (const auto nearest = nearest_name(name, candidates)) {
    return "did you mean `" + *nearest + "`?";
  }
  if (candidates.empty()) return {};
  if (candidates.size() == 1) return "the only one is " + std::string(candidates.front());
  const auto count = std::min(candidates.size(), most_listed);
  const std::vector<std::string> names(candidates.begin(),
                                       candidates.begin() + static_cast<std::ptrdiff_t>(count));
  if (count == candidates.size()) return "use one of " + listed(names);
  return "use one of " + join(names, ", ") + " ..";
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const auto& part : parts) {
    if (&part != &parts.front()) result += separator;
    result += part;
  }
  return result;
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return join(names, "");
  return join({names.begin(), names.end() - 1}, ", ") + " and " + names.back();
}

std::string on_one_line(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      line += c;
    } else {
      line.append("\\x").append({hex[byte >> 4U], hex[byte & 0xFU]});
    }
  }
  return line;
}

}  // namespace keywright::model
