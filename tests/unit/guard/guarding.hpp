#pragma once

// A guard of one of the test models before a database that answers everything, and requests as
// somebody writes them by hand.

#include "model/reader.hpp"
#include <keywright/dry_run.hpp>
#include <keywright/guard.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::testing {

inline model::Model read_model(const std::string& name) {
  std::ifstream file(KEYWRIGHT_MODELS "/" + name + ".model.yaml");
  auto read = model::read_model(
      {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, name);
  return std::move(read.model).value();
}

/// The model with one piece of its text changed.
inline model::Model read_model(const std::string& name, std::string_view from,
                               std::string_view to) {
  std::ifstream file(KEYWRIGHT_MODELS "/" + name + ".model.yaml");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  text.replace(text.find(from), from.size(), to);
  return model::read_model(std::move(text), name).model.value();
}

inline constexpr const char* kJob = "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV";
inline constexpr const char* kJobId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
inline constexpr const char* kNow = "2026-01-02T03:04:05.678Z";
inline constexpr std::int64_t kNowSeconds = 1767323045;

inline Item finding(std::string_view id) {
  return {{"pk", kJob},         {"sk", "FINDING#" + std::string(id)},
          {"_type", "Finding"}, {"job_id", kJobId},
          {"finding_id", id},   {"body", "b"}};
}

class Guarding : public ::testing::Test {
 protected:
  explicit Guarding(const std::string& model = "research", GuardMode mode = GuardMode::enforce)
      : Guarding(read_model(model), mode) {}
  explicit Guarding(const model::Model& model, GuardMode mode = GuardMode::enforce)
      : guard_(dry_run_, model, options(mode)) {}

  /// The pattern that the guard took the request for, or the message it refused it with.
  template <class Response>
  std::string outcome(const Result<Response>& result) {
    auto seen = std::exchange(seen_, {});
    if (result) return seen;
    EXPECT_EQ(result.error().exception, "ValidationException");
    return result.error().message;
  }
  std::string get(const GetItemRequest& request) { return outcome(guard_.get_item(request)); }
  std::string put(const PutItemRequest& request) { return outcome(guard_.put_item(request)); }
  std::string update(const UpdateItemRequest& request) {
    return outcome(guard_.update_item(request));
  }
  std::string remove(const DeleteItemRequest& request) {
    return outcome(guard_.delete_item(request));
  }
  std::string query(const QueryRequest& request) { return outcome(guard_.query(request)); }
  std::string scan(const ScanRequest& request) { return outcome(guard_.scan(request)); }

  GuardOptions options(GuardMode mode) {
    GuardOptions result;
    result.mode = mode;
    result.clock = [] { return TimePoint(std::chrono::seconds(kNowSeconds)); };
    result.on_match = [this](std::string_view pattern) {
      if (!seen_.empty()) seen_ += ' ';
      seen_ += pattern;
    };
    result.on_violation = [this](const Violation& violation) { violation_ = violation; };
    return result;
  }

  std::string seen_;
  Violation violation_;
  DryRun dry_run_;
  Guard guard_;
};

}  // namespace keywright::testing
