#include "mutants.hpp"

#include "check/check.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

#include <gtest/gtest.h>

namespace keywright::check::testing {
namespace {

void add_line(std::string& text, const std::string& line) {
  if (!text.empty()) text += '\n';
  text += line;
}

class MutantReader {
 public:
  MutantReader(const std::string& path, std::vector<Mutant>& mutants)
      : path_(path), mutants_(mutants) {}

  void read() {
    std::istringstream lines(read_file(path_));
    for (std::string line; std::getline(lines, line);) {
      ++number_;
      take(line);
    }
    finish();
  }

 private:
  void take(const std::string& line) {
    const auto space = line.find(' ');
    const auto word = line.substr(0, space);
    const auto rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (word.empty()) {
      finish();
    } else if (word == "mutant") {
      finish();
      mutant_.emplace();
      mutant_->rule = rest.substr(0, rest.find(':'));
      mutant_->title = rest.substr(std::min(rest.size(), rest.find(':') + 2));
      mutant_->place =
          std::filesystem::path(path_).filename().string() + ":" + std::to_string(number_);
    } else if (word != "#") {
      ASSERT_TRUE(mutant_) << path_ << ":" << number_ << ": no mutant begins above: " << line;
      ASSERT_TRUE(take_part(word, rest)) << path_ << ":" << number_ << ": " << line;
    }
  }

  bool take_part(const std::string& word, const std::string& rest) {
    auto& mutant = *mutant_;
    if (word == "-" || word == "+") {
      const bool begins = word == "-" && last_ != "-";
      if (begins) mutant.edits.emplace_back();
      if (mutant.edits.empty()) return false;
      add_line(word == "-" ? mutant.edits.back().from : mutant.edits.back().to, rest);
    } else if (word == "model") {
      mutant.model = rest;
    } else if (word == "at") {
      mutant.at = rest;
    } else if (word == "says") {
      mutant.says.push_back(rest);
    } else if (word == "help") {
      mutant.help = rest;
    } else if (word == "note") {
      mutant.notes.push_back(rest);
    } else if (word == "severity") {
      mutant.severity = rest;
    } else {
      return false;
    }
    last_ = word;
    return true;
  }

  void finish() {
    if (mutant_) mutants_.push_back(std::move(*mutant_));
    mutant_.reset();
    last_.clear();
  }

  std::string path_;
  std::vector<Mutant>& mutants_;
  std::optional<Mutant> mutant_;
  std::string last_;
  int number_ = 0;
};

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot open " << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Mutant> read_mutants(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".mutants") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Mutant> mutants;
  for (const auto& path : paths) MutantReader(path, mutants).read();
  return mutants;
}

std::string model_text(const std::string& name) {
  return read_file(std::string(KEYWRIGHT_MODELS) + "/" + name + ".model.yaml");
}

std::string mutated(const Mutant& mutant) {
  auto text = model_text(mutant.model);
  for (const auto& edit : mutant.edits) {
    const auto at = text.find(edit.from);
    if (at == std::string::npos) {
      ADD_FAILURE() << mutant.place << ": not in the model: " << edit.from;
      return text;
    }
    EXPECT_EQ(text.find(edit.from, at + 1), std::string::npos)
        << mutant.place << ": stands more than once in the model: " << edit.from;
    text.replace(at, edit.from.size(), edit.to);
  }
  return text;
}

std::string Checked::text_at(const model::Span& span) const {
  if (!span.written()) return "(nowhere)";
  return source.text().substr(span.begin.offset, span.end.offset - span.begin.offset);
}

std::vector<std::string> Checked::rules() const {
  std::vector<std::string> rules;
  for (const auto& finding : findings) rules.push_back(finding.rule);
  return rules;
}

Checked check_text(const std::string& text, const std::string& name, bool advice) {
  auto read = model::read_model(text, name);
  Checked checked;
  checked.findings = read.diagnostics;
  if (read.model) {
    const auto plan = plan::make_plan(*read.model);
    const auto found = check(*read.model, plan, {.advice = advice});
    checked.findings.insert(checked.findings.end(), found.begin(), found.end());
  }
  checked.rendered = model::render_text(checked.findings, read.source);
  checked.source = std::move(read.source);
  return checked;
}

}  // namespace keywright::check::testing
