// Any bytes as a template of CloudFormation: it gives tables, or findings with places inside the
// file; tables are compared with those of a model and with themselves.

#include "diff/diff.hpp"
#include "diff/render.hpp"
#include "diff/tables.hpp"
#include "diff/template.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace keywright;

void require(bool holds, const char* what, const std::string& where = {}) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s: %s\n", what, where.c_str());
  std::abort();
}

constexpr const char* model_text = R"(keywright: 1
name: fuzz
access_patterns: {}
entities:
  Note:
    table: notes
    count: 10
    fields: {id: ulid, until: epoch_seconds}
    key: {pk: "NOTE#{id}", sk: NOTE}
    indexes: {gsi1: {pk: "N#{id}", sk: "{id}"}}
  Tag:
    table: tags
    fields: {id: ulid}
    key: {pk: "TAG#{id}"}
tables:
  notes: {name: app-table, keys: {partition: pk, sort: sk}, ttl: until, contributor_insights: throttled_keys,
          billing: {mode: provisioned, read: 5, write: 5}, indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}}}
  tags: {name: other-table, keys: {partition: pk}}
)";

// The model that every template is compared with.
struct After {
  After() : read(model::read_model(model_text, "fuzz.model.yaml")) {
    require(read.model.has_value(), "the model is one",
            model::render_text(read.diagnostics, read.source));
    plan = plan::make_plan(*read.model);
  }
  model::ReadResult read;
  plan::Plan plan;
};

void check_findings(const diff::TemplateResult& result) {
  require(result.tables.has_value() == !model::has_errors(result.diagnostics), "tables, or errors");
  for (const auto& finding : result.diagnostics) {
    const auto where = finding.rule + ": " + finding.message;
    require(!finding.rule.empty() && !finding.message.empty(), "a finding speaks", where);
    require(finding.span.written() && finding.span.begin.offset <= finding.span.end.offset &&
                finding.span.end.offset <= result.source.text().size(),
            "a finding has a place inside the file", where);
  }
  require(
      model::render_text(result.diagnostics, result.source).empty() == result.diagnostics.empty(),
      "findings are rendered");
}

void compare_with_the_model(const std::vector<diff::TableSide>& tables, const After& after) {
  const diff::ModelSide side(*after.read.model, after.plan);
  if (!diff::cannot_match(tables, side).empty()) return;
  const auto report = diff::diff_template(tables, side);
  const diff::Names names{"template", "model"};
  require(!diff::render_text(report, names, after.read.source, true).empty(), "there is a text");
  require(diff::render_json(report, names) ==
              diff::render_json(diff::diff_template(tables, side), names),
          "the same template gives the same JSON");
}

// A table differs from itself in nothing.
void compare_with_itself(const std::vector<diff::TableSide>& tables) {
  const auto pairs = diff::match_tables(tables, tables);
  require(pairs.old_only.empty() && pairs.new_only.empty(), "every table finds itself");
  for (const auto& change : diff::compare_tables(tables, tables, pairs)) {
    require(false, "nothing changes", change.what);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const After after;
  const std::string text(reinterpret_cast<const char*>(data), size);
  (void)diff::looks_like_template(text);
  const auto result = diff::read_template(text, "fuzz.template.json");
  check_findings(result);
  if (!result.tables) return 0;
  require(!result.tables->empty(), "a template without tables is refused");
  compare_with_itself(*result.tables);
  compare_with_the_model(*result.tables, after);
  return 0;
}
