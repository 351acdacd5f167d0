#include "generate/python_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace keywright::generate {
namespace {

constexpr std::array<std::string_view, 59> taken{
    // keywords
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
    // what annotations and bodies name
    "bool", "bytes", "dict", "float", "int", "isinstance", "list", "set", "str", "Decimal",
    "Iterable", "Iterator", "Sized", "UUID", "dataclasses", "dt", "enum", "kw", "self",
    "transaction",
    // a parameter of every list and every batch
    "limit", "cursor", "deadline", "concurrency"};

}  // namespace

std::string python_identifier(std::string_view name) {
  std::string result(name);
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) result += '_';
  return result;
}

std::string upper_snake(std::string_view name) {
  auto result = snake_case(name);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

}  // namespace keywright::generate
