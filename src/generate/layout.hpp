#pragma once

// Where a project wants what is generated: one folder per part, by the name of a layout. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// What a generated file is to the project that it goes into.
enum class Part {
  model,       // entities, keys, tables: what repositories are made of
  repository,  // and what is compiled with them
  unit_test,
  integration_test,
  cdk,
  cloudformation,
  policy,
  create_table,
};

enum class Layout {
  flat,      // all below one folder
  business,  // infra/.. and src/<Name>Business/{src/libs,tests}/..
};

[[nodiscard]] std::vector<std::string_view> layout_names();  // in the order of the enumerators

// Below the folder that is written to: "src/ResearchBusiness/src/libs/models", or empty.
[[nodiscard]] std::string folder_of(Layout layout, Part part, std::string_view model_name);

}  // namespace keywright::generate
