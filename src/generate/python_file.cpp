#include "generate/python_file.hpp"

#include "generate/python_writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

namespace keywright::generate {
namespace {

struct Import {
  std::string_view word;
  std::string_view line;
};

constexpr std::string_view abstract = "from collections.abc import ";  // and the word

// In the order of their lines.
constexpr std::array imports{
    Import{"dataclasses", "import dataclasses"},
    Import{"dt", "import datetime as dt"},
    Import{"enum", "import enum"},
    Import{"unittest", "import unittest"},
    Import{"Iterable", abstract},
    Import{"Iterator", abstract},
    Import{"Sized", abstract},
    Import{"Decimal", "from decimal import Decimal"},
    Import{"Any", "from typing import Any"},
    Import{"UUID", "from uuid import UUID"},
};

bool is_word_character(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

std::set<std::string, std::less<>> python_words(std::string_view body) {
  std::set<std::string, std::less<>> words;
  for (std::size_t i = 0; i < body.size();) {
    if (body[i] == '"' || body[i] == '\'') {
      const auto quote = body.substr(i, body.substr(i).starts_with("\"\"\"") ? 3 : 1);
      for (i += quote.size(); i < body.size() && !body.substr(i).starts_with(quote); ++i) {
        if (body[i] == '\\') ++i;
      }
      i += quote.size();
    } else if (body[i] == '#') {
      i = std::min(body.find('\n', i), body.size());
    } else if (is_word_character(body[i])) {
      const auto begin = i;
      while (i < body.size() && is_word_character(body[i])) ++i;
      if (begin == 0 || body[begin - 1] != '.') words.emplace(body.substr(begin, i - begin));
    } else {
      ++i;
    }
  }
  return words;
}

GeneratedFile assemble(const PythonContext& context, const PythonFile& file) {
  const auto words = python_words(file.body);
  PythonWriter out;
  auto title = file.title;
  title.push_back(context.origin());
  out.docstring(title);
  out.blank();
  out.line("from __future__ import annotations");
  bool is_first = true;
  std::vector<std::string> abstract_names;
  for (const auto& import : imports) {
    if (import.line == abstract && words.contains(import.word)) {
      abstract_names.emplace_back(import.word);
    }
  }
  for (const auto& import : imports) {
    if (!words.contains(import.word)) continue;
    if (std::exchange(is_first, false)) out.blank();
    if (import.line != abstract) {
      out.line(import.line);
    } else if (import.word == abstract_names.front()) {
      out.line(std::string(abstract) + join(abstract_names, ", "));
    }
  }
  is_first = true;
  if (words.contains("kw")) {
    out.blank();
    is_first = false;
    out.line("from . import _keywright as kw");
  }
  for (const auto& module : file.modules) {
    std::vector<std::string> used;
    for (const auto& name : module.names) {
      if (words.contains(name)) add_once(used, name);
    }
    if (used.empty()) continue;
    if (std::exchange(is_first, false)) out.blank();
    std::sort(used.begin(), used.end());
    out.import_names("." + module.name, used);
  }
  out.raw(file.body);
  return {context.name_space() + "/" + file.name, out.text(), Part::repository};
}

}  // namespace keywright::generate
