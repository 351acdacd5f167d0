#pragma once

#include <string_view>

namespace keywright::cli {
/// examples/01_research_jobs/research.model.yaml, put into the program when it is built.
extern const std::string_view kReferenceModel;
}  // namespace keywright::cli
