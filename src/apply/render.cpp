#include "apply/render.hpp"

#include "apply/words.hpp"
#include "model/json_writer.hpp"

namespace keywright::apply {
namespace {

std::string head_of(const TableDiff& diff, std::string_view where) {
  std::string text = diff.table + " at " + std::string(where) + ": ";
  if (!diff.refusals.empty()) return text + "refused";
  if (diff.steps.empty()) return text + "nothing to do";
  return text + counted(static_cast<std::int64_t>(diff.steps.size()), "step");
}

std::string_view to_text(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::pending:
      return "pending";
    case StepOutcome::done:
      return "done";
    case StepOutcome::was_done:
      return "was_done";
    case StepOutcome::not_kept:
      return "not_kept";
    case StepOutcome::failed:
      break;
  }
  return "failed";
}

void add_table(model::JsonWriter& json, const TableReport& report) {
  const auto& diff = *report.diff;
  json.begin('{');
  json.add("table", diff.table);
  json.begin("steps", '[');
  for (std::size_t i = 0; i < diff.steps.size(); ++i) {
    const auto& step = diff.steps[i];
    json.begin('{');
    json.add("what", step.what);
    json.add("detail", step.detail);
    json.add("why", step.why);
    json.add("cost", step.cost);
    json.add("outcome",
             to_text(report.applied ? report.applied->outcomes[i] : StepOutcome::pending));
    json.end('}');
  }
  json.end(']');
  json.begin("refusals", '[');
  for (const auto& refusal : diff.refusals) {
    json.begin('{');
    json.add("what", refusal.what);
    json.add("mend", refusal.mend);
    json.end('}');
  }
  json.end(']');
  json.add("notes", diff.notes);
  if (report.applied && report.applied->error) {
    const auto& error = *report.applied->error;
    json.begin("error", '{');
    json.add("code", to_string(error.code));
    json.add("exception", error.exception);
    json.add("message", error.message);
    json.end('}');
  }
  json.end('}');
}

}  // namespace

std::string render_text(const TableDiff& diff, std::string_view where) {
  std::string text = head_of(diff, where) + "\n";
  std::size_t number = 0;
  for (const auto& step : diff.steps) {
    text += "  " + std::to_string(++number) + ". " + step.what;
    if (!step.detail.empty()) text += ": " + step.detail;
    text += "\n     why:  " + step.why + "\n";
    if (!step.cost.empty()) text += "     cost: " + step.cost + "\n";
  }
  for (const auto& refusal : diff.refusals) {
    text += "  refused: " + refusal.what + "\n     mend: " + refusal.mend + "\n";
  }
  for (const auto& note : diff.notes) text += "  note: " + note + "\n";
  return text;
}

std::string render_text(const Progress& progress) {
  std::string text;
  if (progress.step != nullptr) {
    text = "step " + std::to_string(progress.number) + " of " + std::to_string(progress.count) +
           ": " + progress.step->what;
  }
  switch (progress.kind) {
    case Progress::Kind::begun:
      return text;
    case Progress::Kind::done:
      return text + ": done";
    case Progress::Kind::was_done:
      return text + ": was done already";
    case Progress::Kind::waiting:
      break;
  }
  if (!text.empty()) text += ": ";
  text += progress.activity.empty() ? "does not show yet" : progress.activity;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(progress.waited).count();
  return text + ", " + std::to_string(seconds) + " s";
}

std::string render_json(std::string_view result, const std::vector<TableReport>& tables) {
  model::JsonWriter json;
  json.begin('{');
  json.add("result", result);
  json.begin("tables", '[');
  for (const auto& table : tables) add_table(json, table);
  json.end(']');
  json.end('}');
  return std::move(json).text() + "\n";
}

}  // namespace keywright::apply
