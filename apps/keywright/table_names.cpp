#include "table_names.hpp"

#include <algorithm>

namespace keywright::cli {

std::optional<std::string> rename_tables(std::vector<apply::ModelTable>& tables,
                                         const std::vector<std::string>& names) {
  if (tables.empty()) return "the model has no table: add `table:` with a name and keys";
  std::string labels;
  for (const auto& table : tables) labels += (labels.empty() ? "" : ", ") + table.label;
  for (const auto& name : names) {
    const auto equals = name.find('=');
    if (equals == std::string::npos && tables.size() > 1) {
      return "--table " + name + " could mean any table of the model (" + labels +
             "): write --table " + tables.front().label + "=" + name;
    }
    auto table = tables.begin();
    if (equals != std::string::npos) {
      table = std::find_if(tables.begin(), tables.end(),
                           [&](const auto& each) { return each.label == name.substr(0, equals); });
      if (table == tables.end()) {
        return "--table " + name + ": the model has no table " + name.substr(0, equals) + " (" +
               labels + ")";
      }
    }
    table->definition.table_name = equals == std::string::npos ? name : name.substr(equals + 1);
    if (table->definition.table_name.empty()) return "--table " + name + ": the name is missing";
  }
  return std::nullopt;
}

}  // namespace keywright::cli
