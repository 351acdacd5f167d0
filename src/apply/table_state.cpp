#include "api/table_status.hpp"
#include "apply/table_diff.hpp"
#include "apply/words.hpp"

#include <algorithm>

namespace keywright::apply {

bool TableState::is_idle() const {
  return !table || api::is_active(*table);
}

std::string TableState::activity() const {
  if (!table) return {};
  std::string text;
  if (table->table_status != TableStatus::active) {
    text = table->table_name + " is " + std::string(to_text(table->table_status));
  }
  for (const auto& index : table->global_secondary_indexes) {
    if (index.index_status == IndexStatus::active) continue;
    if (!text.empty()) text += "; ";
    text += index.index_name + " is " + std::string(to_text(index.index_status));
    if (!index.backfilling) continue;
    text += " (backfilling";
    if (index.item_count > 0) text += ", " + counted(index.item_count, "item");
    text += ")";
  }
  return text;
}

const Step* TableDiff::find(std::string_view what) const {
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [what](const Step& step) { return step.what == what; });
  return found == steps.end() ? nullptr : &*found;
}

}  // namespace keywright::apply
