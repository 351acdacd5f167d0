#include "verify/render.hpp"

#include "model/json_writer.hpp"

#include <algorithm>
#include <cstdio>

namespace keywright::verify {
namespace {

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::failed:
      return "FAILED";
    case Outcome::skipped:
      break;
  }
  return "skipped";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string counted(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string usage_text(const Usage& usage) {
  auto text = counted(usage.requests, "request");
  if (usage.read_units > 0) text += ", " + number(usage.read_units) + " RRU";
  if (usage.write_units > 0) text += ", " + number(usage.write_units) + " WRU";
  if (!usage.has_units && usage.requests > 0) text += ", no capacity reported";
  return text;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(out.size(), width), ' ');
  return out;
}

// Each line of the text behind as many blanks.
std::string indented(std::string_view text, std::size_t blanks) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(blanks, ' ');
  }
  return out;
}

std::string failure_text(const PatternResult& result) {
  constexpr std::size_t kBlanks = 18;
  const auto& failure = *result.failure;
  const auto line = [&](const char* head, std::string_view text) {
    return std::string("        ") + padded(head, kBlanks - 8) + indented(text, kBlanks) + "\n";
  };
  auto text =
      line("case:", failure.case_name +
                        (result.failed_cases == 1
                             ? std::string()
                             : " (the first of " + std::to_string(result.failed_cases) + ")"));
  text += line("wrong:", failure.what);
  if (failure.exchange.operation.empty()) return text;
  text += line("request:", failure.exchange.operation + " " + failure.exchange.request);
  return text + line("answer:", failure.exchange.answer);
}

}  // namespace

std::size_t width_of(const model::Model& model) {
  std::size_t width = 0;
  for (const auto& pattern : model.access_patterns) width = std::max(width, pattern.name.size());
  return width;
}

std::string render_text(const PatternResult& result, std::size_t width) {
  auto text = padded(word_of(result.outcome), 8) + padded(result.pattern, width) + "  " +
              padded(result.operation, 12);
  if (result.outcome == Outcome::skipped) return text + "  " + result.skipped_because + "\n";
  text += "  " + counted(result.cases, "case") + ", " + usage_text(result.usage) + "\n";
  return result.failure ? text + failure_text(result) : text;
}

std::string render_summary(const Report& report) {
  const auto count = [&](Outcome outcome) {
    return static_cast<std::size_t>(
        std::count_if(report.patterns.begin(), report.patterns.end(),
                      [&](const auto& pattern) { return pattern.outcome == outcome; }));
  };
  Usage all;
  for (const auto& pattern : report.patterns) {
    all.requests += pattern.usage.requests;
    all.read_units += pattern.usage.read_units;
    all.write_units += pattern.usage.write_units;
    all.has_units = all.has_units || pattern.usage.has_units;
  }
  auto text = counted(report.patterns.size(), "pattern") + ": " +
              std::to_string(count(Outcome::ok)) + " ok";
  if (const auto failed = count(Outcome::failed)) text += ", " + std::to_string(failed) + " failed";
  if (const auto skipped = count(Outcome::skipped)) {
    text += ", " + std::to_string(skipped) + " skipped";
  }
  return text + "; " + usage_text(all) + "\n";
}

std::string render_json(const Report& report, const TableNames& tables) {
  model::JsonWriter json;
  json.begin('{');
  json.add("result", report.error ? "error" : report.is_ok() ? "ok" : "failed");
  if (report.error) json.add("error", error_text(*report.error));
  json.add("tables", tables);
  json.begin("patterns", '[');
  for (const auto& pattern : report.patterns) {
    json.begin('{');
    json.add("pattern", pattern.pattern);
    json.add("op", pattern.operation);
    json.add("outcome", pattern.outcome == Outcome::failed ? "failed" : word_of(pattern.outcome));
    json.add_unless_empty("because", pattern.skipped_because);
    json.add_number("cases", pattern.cases);
    json.add_number("failed_cases", pattern.failed_cases);
    json.add_number("requests", pattern.usage.requests);
    json.add_number("read_units", pattern.usage.read_units);
    json.add_number("write_units", pattern.usage.write_units);
    if (pattern.failure) {
      json.begin("failure", '{');
      json.add("case", pattern.failure->case_name);
      json.add("what", pattern.failure->what);
      json.add("operation", pattern.failure->exchange.operation);
      json.add("request", pattern.failure->exchange.request);
      json.add("answer", pattern.failure->exchange.answer);
      json.end('}');
    }
    json.end('}');
  }
  json.end(']');
  json.end('}');
  return std::move(json).text() + "\n";
}

}  // namespace keywright::verify
