// Any bytes as a model file: the reader refuses with positions inside the file, or gives a model
// without errors.

#include "model/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace keywright::model;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void require_inside(const Span& span, const SourceFile& source) {
  if (!span.written()) return;
  require(span.begin.offset <= span.end.offset, "a span does not end before it begins");
  require(span.end.offset <= source.text().size(), "a span is inside the file");
  require(span.begin == source.position(span.begin.offset), "line and column fit the offset");
  require(span.end == source.position(span.end.offset), "line and column fit the offset");
}

void check_diagnostics(const ReadResult& result) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    require(!diagnostic.rule.empty() && !diagnostic.message.empty(), "a finding speaks");
    require(diagnostic.span.written(), "a finding has a place");
    require_inside(diagnostic.span, result.source);
    for (const Note& note : diagnostic.notes) require_inside(note.span, result.source);
  }
}

void check_pattern(const Model& model, const AccessPattern& pattern) {
  const bool transact = pattern.operation.value == Operation::transact;
  require(transact == pattern.returns.empty(), "all but transactions have an entity");
  for (const Returned& returned : pattern.returns) {
    require(returned.entity.resolved() == model.has_entities, "entities are resolved");
  }
  for (const FieldRef& field : pattern.by) {
    require(field.resolved() == model.has_entities, "fields are resolved");
  }
  for (const TransactStep& step : pattern.steps) {
    const AccessPattern* what = model.pattern_of(step);
    require(what != nullptr, "steps are resolved");
    if (step.own) check_pattern(model, *what);
  }
}

void check_entity(const Model& model, const Entity& entity) {
  require(entity.table.resolved() == model.has_tables || model.tables.empty(),
          "tables are resolved");
  for (const auto* source : {&entity.key.pk, &entity.key.sk}) {
    if (!*source) continue;
    for (const FieldRef& field : (*source)->components()) {
      require(field.resolved(), "the fields of keys are resolved");
    }
  }
  for (const IndexEntry& entry : entity.indexes) {
    require(entry.index.resolved() == (model.table_of(entity) != nullptr), "indexes are resolved");
  }
  for (const Field& field : entity.fields) {
    const bool container = field.type.kind == TypeKind::list || field.type.kind == TypeKind::map ||
                           field.type.kind == TypeKind::set;
    require(container == !field.type.elements.empty(), "containers have an element");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ReadResult result =
      read_model(std::string(reinterpret_cast<const char*>(data), size), "fuzz.model.yaml");
  require(result.model.has_value() == !has_errors(result.diagnostics), "a model, or errors");
  require(!result.unreadable || !result.model, "what is unreadable gives no model");
  check_diagnostics(result);
  require(render_text(result.diagnostics, result.source).empty() == result.diagnostics.empty(),
          "findings are rendered");
  require(!render_json({{result.source.name(), result.diagnostics, ""}}).empty(),
          "JSON is always rendered");
  if (!result.model) return 0;
  for (const AccessPattern& pattern : result.model->access_patterns) {
    check_pattern(*result.model, pattern);
  }
  for (const Entity& entity : result.model->entities) check_entity(*result.model, entity);
  return 0;
}
