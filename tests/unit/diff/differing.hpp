#pragma once

// Two models as text, and what differs between them.

#include "diff/diff.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::diff::testing {

/// A model that was read and planned; it stays where it is.
struct Planned {
  explicit Planned(const std::string& text) : read(model::read_model(text, "test.model.yaml")) {
    if (!read.model) {
      ADD_FAILURE() << text << "\n" << model::render_text(read.diagnostics, read.source);
      return;
    }
    plan = plan::make_plan(*read.model);
    side.emplace(*read.model, plan);
  }
  Planned(const Planned&) = delete;
  Planned& operator=(const Planned&) = delete;

  model::ReadResult read;
  plan::Plan plan;
  std::optional<ModelSide> side;
};

struct Differing {
  Differing(const std::string& old_text, const std::string& new_text)
      : before(old_text), after(new_text) {
    if (before.side && after.side) report = diff_models(*before.side, *after.side);
  }

  [[nodiscard]] const Change* find(Kind kind) const {
    for (const auto& change : report.changes) {
      if (change.kind == kind) return &change;
    }
    return nullptr;
  }

  Planned before;
  Planned after;
  Report report;
};

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace keywright::diff::testing
