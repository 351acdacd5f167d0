#include "generate/layout.hpp"

#include "generate/generate.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::generate {
namespace {

struct PartRow {
  Part part;
  std::string_view flat;
  std::string_view business;  // {Name}: that of the model, as in ResearchBusiness
};

constexpr std::array rows{
    PartRow{Part::model, "", "src/{Name}Business/src/libs/models"},
    PartRow{Part::repository, "", "src/{Name}Business/src/libs/repositories"},
    PartRow{Part::unit_test, "", "src/{Name}Business/tests/unit"},
    PartRow{Part::integration_test, "", "src/{Name}Business/tests/integration"},
    PartRow{Part::cdk, "", "infra/lib"},
    PartRow{Part::cloudformation, "", "infra/cloudformation"},
    PartRow{Part::policy, "", "infra/policies"},
    PartRow{Part::create_table, "", "infra/tables"},
};

}  // namespace

std::vector<std::string_view> layout_names() {
  return {"flat", "business"};
}

std::string folder_of(Layout layout, Part part, std::string_view model_name) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const PartRow& each) { return each.part == part; });
  std::string folder(layout == Layout::flat ? row->flat : row->business);
  constexpr std::string_view name = "{Name}";
  if (const auto place = folder.find(name); place != std::string::npos) {
    folder.replace(place, name.size(), model::pascal_case(model_name));
  }
  return folder;
}

std::vector<GeneratedFile> placed(Layout layout, std::string_view model_name,
                                  std::vector<GeneratedFile> files) {
  for (auto& file : files) {
    const auto folder = folder_of(layout, file.part, model_name);
    if (!folder.empty()) file.path = folder + "/" + file.path;
  }
  return files;
}

}  // namespace keywright::generate
