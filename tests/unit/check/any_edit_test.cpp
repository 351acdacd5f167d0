// Whatever is left of a model after an edit: the checker neither crashes nor reports half a
// finding.

#include "check/rule.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <cctype>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::check::testing {
namespace {

const std::vector<std::string>& model_names() {
  static const std::vector<std::string> names{"bank",  "keyvalue", "ledger", "metering",
                                              "queue", "research", "shop",   "social",
                                              "tasks", "telemetry"};
  return names;
}

void expect_whole(const Checked& checked) {
  for (const auto& finding : checked.findings) {
    if (finding.rule.starts_with("MDL")) continue;
    ASSERT_NE(find_rule(finding.rule), nullptr) << finding.rule;
    EXPECT_TRUE(finding.span.written()) << finding.rule << ": " << finding.message;
    EXPECT_NE(finding.message, "");
    EXPECT_NE(finding.help, "") << finding.message;
    EXPECT_NE(finding.subject, "") << finding.message;
    EXPECT_THAT(finding.message, ::testing::Not(::testing::EndsWith(".")));
  }
}

// Words of a model with their places: what an editor would change.
struct Word {
  std::size_t begin;
  std::size_t size;
};

std::vector<Word> words_of(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::vector<Word> words;
  for (std::size_t i = 0; i < text.size();) {
    auto end = i;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > i) words.push_back({i, end - i});
    i = std::max(end, i + 1);
  }
  return words;
}

TEST(AnyEdit, ALineLess) {
  for (const auto& name : model_names()) {
    std::istringstream lines(model_text(name));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
      std::string text;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != left_out) text += all[i] + "\n";
      }
      expect_whole(check_text(text, name, true));
    }
  }
}

TEST(AnyEdit, AWordForAnother) {
  std::mt19937 random(20240229);
  for (const auto& name : model_names()) {
    const auto text = model_text(name);
    const auto words = words_of(text);
    const auto any = [&] { return words[random() % words.size()]; };
    for (int i = 0; i < 100; ++i) {
      auto edited = text;
      const auto to = any();
      const auto from = any();
      edited.replace(to.begin, to.size, text.substr(from.begin, from.size));
      expect_whole(check_text(edited, name, true));
    }
  }
}

}  // namespace
}  // namespace keywright::check::testing
