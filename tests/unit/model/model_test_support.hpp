#pragma once

// A small valid model to make defects in, and findings as short texts to compare.

#include "model/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::model {

// Short, yet with every section. Tests replace a piece of it.
inline constexpr std::string_view small_model = R"(keywright: 1
name: tasks
access_patterns:
  get_task: {op: get, entity: Task, by: [task_id], rate: {peak: 10}}
  list_tasks: {op: query, entity: Task, by: [state], order: made_at desc, page: 50}
  put_task: {op: put, entity: Task}
  patch_task: {op: patch, entity: Task, by: [task_id], set: [title]}
entities:
  Task:
    count: 1000
    fields:
      task_id: {type: ulid}
      state: {type: enum, values: [open, done]}
      made_at: {type: timestamp}
      title: {type: string, max: 100}
      version: {type: int, min: 0}
    key: {pk: "TASK#{task_id}", sk: META}
    indexes: {gsi1: {pk: "STATE#{state}", sk: "{made_at}"}}
    states: {field: state, initial: open, final: [done], moves: {finish: {from: open, to: done}}}
table:
  name: tasks
  keys: {partition: pk, sort: sk}
  indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk, projection: all}}
waive: []
)";

inline std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const std::size_t at = result.find(from);
  EXPECT_NE(at, std::string::npos) << "the text to replace is not there: " << from;
  if (at != std::string::npos) result.replace(at, from.size(), to);
  return result;
}

inline ReadResult read(std::string_view text) {
  return read_model(std::string(text), "tasks.model.yaml");
}

// "4:39 MDL011 there is no entity `Tsk` | did you mean `Task`?"
inline std::string summary(const Diagnostic& diagnostic) {
  const Position& at = diagnostic.span.begin;
  std::string text = std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                     diagnostic.rule + " " + diagnostic.message;
  return diagnostic.help.empty() ? text : text + " | " + diagnostic.help;
}

inline std::vector<std::string> summaries(const ReadResult& result) {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : result.diagnostics) texts.push_back(summary(diagnostic));
  return texts;
}

// The model that a text without findings gives.
inline Model model_of(std::string_view text) {
  ReadResult result = read(text);
  EXPECT_EQ(render_text(result.diagnostics, result.source), "");
  return result.model.value_or(Model{});
}

// The characters of a span, to see what a finding points at.
inline std::string pointed_at(const ReadResult& result, const Span& span) {
  return result.source.text().substr(span.begin.offset, span.end.offset - span.begin.offset);
}

}  // namespace keywright::model
