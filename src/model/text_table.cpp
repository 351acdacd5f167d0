#include "model/text_table.hpp"

#include <algorithm>
#include <cstddef>

namespace keywright::model {

std::string text_table(const std::vector<std::vector<std::string>>& rows, std::string_view sides) {
  std::vector<std::size_t> widths(sides.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < sides.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (i > 0) line += "  ";
      const std::string blanks(widths[i] - row[i].size(), ' ');
      line += sides[i] == 'l' ? row[i] + blanks : blanks + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace keywright::model
