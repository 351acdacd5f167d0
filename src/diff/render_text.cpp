#include "apply/words.hpp"
#include "diff/render.hpp"
#include "diff/words_of_cost.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

constexpr std::array impacts{Impact::replaces, Impact::backfill, Impact::staged, Impact::callers,
                             Impact::safe};

// Of a terminal: red, yellow, green, bold.
std::string painted(std::string_view text, std::string_view code, bool color) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string_view color_of(Impact impact) {
  switch (impact) {
    case Impact::replaces:
      return "1;31";
    case Impact::backfill:
    case Impact::staged:
      return "1;33";
    case Impact::callers:
      return "1;36";
    case Impact::safe:
      break;
  }
  return "1;32";
}

std::string count_text(const Report& report) {
  std::string text;
  const auto count_if = [&](const auto& is_counted) {
    return std::count_if(report.changes.begin(), report.changes.end(), is_counted);
  };
  const auto add = [&](std::ptrdiff_t count, std::string_view of) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, of);
  };
  for (const auto impact : impacts) {
    add(count_if([&](const auto& each) { return !each.waived && each.about().impact == impact; }),
        to_text(impact));
  }
  add(count_if([](const auto& each) { return each.waived.has_value(); }), "waived");
  return text;
}

// " (line 32)", " [EVO004, line 32]"
std::string marks_of(const Change& change) {
  const auto& rule = change.about().rule;
  const auto line = change.span.written() ? fmt::format("line {}", change.span.begin.line) : "";
  if (rule.empty()) return line.empty() ? "" : fmt::format(" ({})", line);
  return fmt::format(" [{}{}{}]", rule, line.empty() ? "" : ", ", line);
}

void add_change(std::string& text, const Change& change) {
  const auto& about = change.about();
  text += fmt::format("  {}{}\n", model::on_one_line(change.what), marks_of(change));
  const auto line = [&](std::string_view name, std::string_view what) {
    if (!what.empty()) text += fmt::format("    {:<6}{}\n", name, model::on_one_line(what));
  };
  if (change.waived) {
    text += fmt::format("    {}; waived: {}\n", title(about.impact),
                        model::on_one_line(*change.waived));
    return;
  }
  // What is safe needs no advice.
  if (about.impact != Impact::safe) line("why:", about.why);
  if (about.impact != Impact::safe) line("mend:", about.mend);
  if (change.backfill) line("cost:", cost_text(*change.backfill));
  line("note:", change.note);
}

void add_steps(std::string& text, const Report& report, bool color) {
  if (report.steps.empty()) return;
  text += "\n" + painted("plan", "1", color) + "\n";
  for (std::size_t i = 0; i < report.steps.size(); ++i) {
    const auto& step = report.steps[i];
    text +=
        fmt::format("  {}. {}: {}\n", i + 1, to_text(step.action), model::on_one_line(step.what));
    for (const auto& detail : step.details) {
      text += fmt::format("     - {}\n", model::on_one_line(detail));
    }
    if (step.has_cost) text += fmt::format("     - {}\n", cost_text(step));
  }
}

// Findings that are not a change with its why and mend already.
void add_findings(std::string& text, const Report& report, const model::SourceFile& after,
                  bool color) {
  const model::RenderOptions options{.color = color, .source_lines = true};
  for (const auto& finding : report.findings) {
    const bool is_change =
        std::any_of(report.changes.begin(), report.changes.end(),
                    [&](const auto& change) { return change.what == finding.message; });
    if (!is_change) text += "\n" + model::render_text(finding, after, options);
  }
}

}  // namespace

std::string render_text(const Report& report, const Names& names, const model::SourceFile& after,
                        bool color) {
  if (report.changes.empty()) {
    std::string text = fmt::format("{} -> {}: no changes\n", names.before, names.after);
    for (const auto& note : report.notes)
      text += fmt::format("note: {}\n", model::on_one_line(note));
    add_findings(text, report, after, color);
    return text;
  }
  const auto count = static_cast<std::int64_t>(report.changes.size());
  std::string text = fmt::format("{} -> {}: {}: {}\n", names.before, names.after,
                                 apply::counted(count, "change"), count_text(report));
  const auto section = [&](std::string_view heading, std::string_view code, const auto& is_in) {
    bool is_first = true;
    for (const auto& change : report.changes) {
      if (!is_in(change)) continue;
      if (is_first) text += "\n" + painted(heading, code, color) + "\n";
      is_first = false;
      add_change(text, change);
    }
  };
  for (const auto impact : impacts) {
    section(title(impact), color_of(impact), [&](const Change& change) {
      return !change.waived && change.about().impact == impact;
    });
  }
  section("waived by the new model, and not counted", "1",
          [](const Change& change) { return change.waived.has_value(); });
  for (const auto& note : report.notes) text += fmt::format("note: {}\n", model::on_one_line(note));
  add_findings(text, report, after, color);
  add_steps(text, report, color);
  return text;
}

}  // namespace keywright::diff
