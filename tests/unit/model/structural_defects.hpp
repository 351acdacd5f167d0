#pragma once

// One defect each in the small model: exactly the expected findings, at the exact place, and
// nothing else. The test itself is in structural_rules_test.cpp.

#include "model_test_support.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::model {

struct Defect {
  std::string_view name;
  std::string_view from;
  std::string_view to;
  std::vector<std::string> findings;
};

inline void PrintTo(const Defect& defect, std::ostream* out) {
  *out << defect.name;
}

inline std::string name_of(const ::testing::TestParamInfo<Defect>& info) {
  return std::string(info.param.name);
}

class StructuralRules : public ::testing::TestWithParam<Defect> {};

}  // namespace keywright::model
