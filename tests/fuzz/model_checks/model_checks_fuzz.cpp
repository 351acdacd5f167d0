// Any model that can be read, right or wrong: checking, costing, explaining, documenting and
// generating give the same answer twice, findings have places inside the file, and dollars are
// numbers. The mutator edits as people do, word by word and line by line, so that most inputs still
// are models; let it start from tests/models.

#include "check/check.hpp"
#include "check/rule.hpp"
#include "check/sarif.hpp"
#include "cost/cost.hpp"
#include "document/describe.hpp"
#include "document/explain_pattern.hpp"
#include "generate/generate.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace keywright;

void require(bool holds, const char* what, const std::string& where = {}) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s: %s\n", what, where.c_str());
  std::abort();
}

void require_inside(const model::Span& span, const model::SourceFile& source,
                    const std::string& where) {
  require(span.begin.offset <= span.end.offset && span.end.offset <= source.text().size(),
          "a span is inside the file", where);
  require(span.begin == source.position(span.begin.offset), "line and column fit the offset",
          where);
}

void require_whole(const model::Diagnostic& finding, const model::SourceFile& source) {
  const auto where = finding.rule + ": " + finding.message;
  require(check::find_rule(finding.rule) != nullptr, "a finding is of a rule", where);
  require(finding.span.written(), "a finding has a place", where);
  require(!finding.message.empty() && !finding.help.empty() && !finding.subject.empty(),
          "a finding has message, help and subject", where);
  require_inside(finding.span, source, where);
  for (const auto& note : finding.notes) {
    if (note.span.written()) require_inside(note.span, source, where);
  }
}

void require_finite(const cost::Report& report) {
  const auto is_cost = [](double dollars) { return std::isfinite(dollars) && dollars >= 0; };
  for (const auto& pattern : report.patterns) {
    require(is_cost(pattern.total()), "a pattern costs a number", pattern.traffic.name);
  }
  for (const auto& stored : report.storage) {
    require(is_cost(stored.dollars), "storage costs a number", stored.entity);
  }
  for (const auto& table : report.tables) {
    require(is_cost(table.total()) && is_cost(table.other_class), "a table costs a number",
            table.name);
  }
}

// All that the commands print of the model.
std::string all_of(const model::Model& model, const model::SourceFile& source) {
  const auto plan = plan::make_plan(model);
  std::string text;
  for (const auto stage : {check::Stage::all, check::Stage::patterns}) {
    const auto findings = check::check(model, plan, {.stage = stage, .advice = true});
    for (const auto& finding : findings) require_whole(finding, source);
    text += model::render_text(findings, source);
    text += check::render_sarif({{source.name(), findings, ""}}, "1");
  }
  const auto report = cost::cost_of(model, plan);
  require_finite(report);
  text += cost::render_text(report, "fuzz") + cost::render_json(report, "fuzz");
  const auto page = document::describe(model, plan, report, {});
  text += document::to_markdown(page) + document::to_html(page);
  for (std::size_t i = 0; i < model.access_patterns.size(); ++i) {
    text += document::explain_pattern(model, plan, report, i);
  }
  const auto generated = generate::generate_cpp(model, plan);
  require(generated.files.empty() || generated.diagnostics.empty(), "code, or why there is none");
  for (const auto& file : generated.files) text += file.path + file.content;
  return text;
}

struct Piece {
  std::size_t begin = 0;
  std::size_t size = 0;
};

std::vector<Piece> words_of(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::vector<Piece> words;
  for (std::size_t i = 0; i < text.size();) {
    auto end = i;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > i) words.push_back({i, end - i});
    i = std::max(end, i + 1);
  }
  return words;
}

std::vector<Piece> lines_of(const std::string& text) {
  std::vector<Piece> lines;
  for (std::size_t i = 0; i < text.size();) {
    const auto end = std::min(text.find('\n', i), text.size() - 1) + 1;
    lines.push_back({i, end - i});
    i = end;
  }
  return lines;
}

// Words that models are made of, whichever of them this one has.
constexpr const char* vocabulary[] = {
    "0",       "1",           "2",         "1000",     "1e9",        "99999999999",
    "0.001",   "string",      "int",       "number",   "double",     "binary",
    "json",    "ulid",        "uuid",      "date",     "bool",       "timestamp",
    "get",     "query",       "create",    "put",      "patch",      "transition",
    "upsert",  "delete",      "batch_put", "transact", "batch_get",  "epoch_seconds",
    "strong",  "provisioned", "on_demand", "all",      "keys_only",  "optional",
    "true",    "false",       "local",     "auto",     "new_image",  "aws_managed",
    "between", "prefix",      "desc",      "asc",      "alternator", "infrequent_access",
};

std::string edited(std::string text, std::mt19937& random) {
  const auto words = words_of(text);
  const auto lines = lines_of(text);
  if (words.empty() || lines.empty()) return text;
  const auto any = [&](const auto& pieces) { return pieces[random() % std::size(pieces)]; };
  const auto word = any(words);
  const auto line = any(lines);
  switch (random() % 6) {
    case 0:
      return text.erase(line.begin, line.size);
    case 1:
      return text.insert(line.begin, text.substr(line.begin, line.size));
    case 2: {
      const auto other = any(lines);
      return text.insert(line.begin, text.substr(other.begin, other.size));
    }
    case 3:
      return text.erase(word.begin, word.size);
    case 4:
      return text.replace(word.begin, word.size, any(vocabulary));
    default: {
      const auto other = any(words);
      return text.replace(word.begin, word.size, text.substr(other.begin, other.size));
    }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  std::mt19937 random(seed);
  std::string text(reinterpret_cast<const char*>(data), size);
  for (auto edits = 1 + random() % 4; edits > 0; --edits) text = edited(std::move(text), random);
  if (text.size() > max_size) text.resize(max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read =
      model::read_model(std::string(reinterpret_cast<const char*>(data), size), "fuzz.model.yaml");
  if (!read.model) return 0;
  const auto text = all_of(*read.model, read.source);
  require(text == all_of(*read.model, read.source), "the same model gives the same text");
  return 0;
}
