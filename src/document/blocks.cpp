#include "document/blocks.hpp"

#include "model/spelling.hpp"

namespace keywright::document {

std::vector<std::string> pieces(const std::string& text) {
  std::vector<std::string> result{""};
  for (const char c : text) {
    if (c == '`') {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

std::string code(const std::string& text) {
  if (text.empty()) return {};
  auto plain = model::on_one_line(text);
  for (char& c : plain) {
    if (c == '`') c = '\'';
  }
  return "`" + plain + "`";
}

}  // namespace keywright::document
