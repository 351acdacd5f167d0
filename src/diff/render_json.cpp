#include "diff/render.hpp"
#include "model/json_writer.hpp"

namespace keywright::diff {
namespace {

void add_place(model::JsonWriter& json, const model::Span& span) {
  if (!span.written()) return;
  json.add_number("line", span.begin.line);
  json.add_number("column", span.begin.column);
}

std::string_view to_text(Pass pass) {
  switch (pass) {
    case Pass::update:
      return "update";
    case Pass::rewrite:
      return "rewrite";
    case Pass::sentinels:
      return "sentinels";
    case Pass::other_sentinels:
      return "other_sentinels";
    case Pass::deletion:
      break;
  }
  return "deletion";
}

void add_backfill(model::JsonWriter& json, const Backfill& backfill) {
  json.begin("backfill", '{');
  json.add("pass", to_text(backfill.pass));
  json.add("entity", backfill.entity);
  if (backfill.items) {
    json.add_number("items", *backfill.items);
    json.add_flag("at_most", backfill.at_most);
    json.add_number("write_units", backfill.units());
    json.add_number("dollars", backfill.dollars);
  }
  json.end('}');
}

void add_change(model::JsonWriter& json, const Change& change) {
  const auto& about = change.about();
  json.begin('{');
  json.add("kind", about.id);
  json.add("impact", diff::to_text(about.impact));
  json.add("subject", change.subject);
  json.add("what", change.what);
  json.add_unless_empty("before", change.before);
  json.add_unless_empty("after", change.after);
  json.add_unless_empty("rule", about.rule);
  json.add("why", about.why);
  json.add_unless_empty("mend", about.mend);
  json.add_unless_empty("note", change.note);
  if (change.waived) json.add("waived", *change.waived);
  add_place(json, change.span);
  if (change.backfill) add_backfill(json, *change.backfill);
  json.end('}');
}

void add_finding(model::JsonWriter& json, const model::Diagnostic& finding) {
  json.begin('{');
  json.add("rule", finding.rule);
  json.add("severity", model::to_text(finding.severity));
  json.add("subject", finding.subject);
  json.add("message", finding.message);
  json.add_unless_empty("help", finding.help);
  add_place(json, finding.span);
  json.end('}');
}

void add_step(model::JsonWriter& json, const PlanStep& step, std::size_t number) {
  json.begin('{');
  json.add_number("step", number);
  json.add("action", diff::to_text(step.action));
  json.add("what", step.what);
  json.add("details", step.details);
  if (step.has_cost && step.items) {
    json.add_number("items", *step.items);
    json.add_number("write_units", step.write_units);
    if (step.read_units) {
      json.add_number("read_units", *step.read_units);
      json.add("scanned", step.scanned);
    }
    json.add_number("dollars", step.dollars);
  }
  json.end('}');
}

}  // namespace

std::string render_json(const Report& report, const Names& names) {
  model::JsonWriter json;
  json.begin('{');
  json.add("old", names.before);
  json.add("new", names.after);
  json.add("impact", diff::to_text(report.impact()));
  json.begin("changes", '[');
  for (const auto& change : report.changes) add_change(json, change);
  json.end(']');
  json.begin("findings", '[');
  for (const auto& finding : report.findings) add_finding(json, finding);
  json.end(']');
  json.begin("steps", '[');
  for (std::size_t i = 0; i < report.steps.size(); ++i) add_step(json, report.steps[i], i + 1);
  json.end(']');
  json.add("notes", report.notes);
  json.end('}');
  return std::move(json).text() + "\n";
}

}  // namespace keywright::diff
