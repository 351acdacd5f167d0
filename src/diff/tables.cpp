#include "diff/tables.hpp"

#include "apply/definition.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

class TableDiffer {
 public:
  TableDiffer(const TableSide& before, const TableSide& after, std::vector<Change>& out)
      : before_(before),
        after_(after),
        old_(before.definition),
        new_(after.definition),
        out_(out) {}

  void run() {
    name();
    keys();
    local_indexes();
    const bool is_made_anew = std::any_of(out_.begin(), out_.end(), [](const Change& change) {
      return change.about().impact == Impact::replaces;
    });
    global_indexes(is_made_anew);
    for (const auto& row : settings()) setting(row);
  }

 private:
  Change& add(Kind kind, std::string subject, std::string what, model::Span span) {
    auto& change = out_.emplace_back();
    change.kind = kind;
    change.subject = std::move(subject);
    change.what = std::move(what);
    change.span = span;
    change.table = after_.label;
    return change;
  }

  void differ(Change& change, std::string before, std::string after) {
    change.before = std::move(before);
    change.after = std::move(after);
  }

  void name() {
    if (before_.name.empty() || before_.name == after_.name) return;
    differ(add(Kind::table_renamed, after_.name,
               fmt::format("table {} is called {}", before_.name, after_.name), after_.span),
           before_.name, after_.name);
  }

  void keys() {
    const auto before = apply::key_text(old_.key_schema, old_.attribute_definitions);
    const auto after = apply::key_text(new_.key_schema, new_.attribute_definitions);
    if (before == after && old_.key_schema == new_.key_schema) return;
    differ(add(Kind::table_key_changed, after_.name,
               fmt::format("the key of table {} is {}, and was {}", after_.name, after, before),
               after_.keys_span),
           before, after);
  }

  void local_indexes() {
    for (const auto& index : new_.local_secondary_indexes) {
      const auto* found = apply::find_index(old_.local_secondary_indexes, index.index_name);
      const auto text = apply::index_text(index, new_.attribute_definitions);
      const auto span = after_.span_of(index.index_name);
      if (found == nullptr) {
        differ(add(Kind::local_index_changed, index.index_name,
                   fmt::format("local index {} is new: {}", index.index_name, text), span),
               "", text);
      } else if (!same(*found, index)) {
        const auto was = apply::index_text(*found, old_.attribute_definitions);
        differ(
            add(Kind::local_index_changed, index.index_name,
                fmt::format("local index {} is {}, and was {}", index.index_name, text, was), span),
            was, text);
      }
    }
    for (const auto& index : old_.local_secondary_indexes) {
      if (apply::find_index(new_.local_secondary_indexes, index.index_name) != nullptr) continue;
      differ(add(Kind::local_index_changed, index.index_name,
                 fmt::format("local index {} is gone", index.index_name), after_.span),
             apply::index_text(index, old_.attribute_definitions), "");
    }
  }

  void global_indexes(bool is_made_anew) {
    for (const auto& index : new_.global_secondary_indexes) {
      const auto* found = apply::find_index(old_.global_secondary_indexes, index.index_name);
      const auto text = apply::index_text(index, new_.attribute_definitions);
      const auto span = after_.span_of(index.index_name);
      if (found == nullptr) {
        differ(add(is_made_anew ? Kind::index_of_new_table : Kind::index_added, index.index_name,
                   fmt::format("index {} of {} is new: {}", index.index_name, after_.name, text),
                   span),
               "", text);
      } else if (!same(*found, index)) {
        const auto was = apply::index_text(*found, old_.attribute_definitions);
        auto& change =
            add(is_made_anew ? Kind::index_of_new_table : Kind::index_changed, index.index_name,
                fmt::format("index {} of {} is {}, and was {}", index.index_name, after_.name, text,
                            was),
                span);
        differ(change, was, text);
        note_types(index, change);
      }
    }
    for (const auto& index : old_.global_secondary_indexes) {
      if (apply::find_index(new_.global_secondary_indexes, index.index_name) != nullptr) continue;
      differ(add(is_made_anew ? Kind::index_of_new_table : Kind::index_removed, index.index_name,
                 fmt::format("index {} of {} is gone", index.index_name, after_.name), after_.span),
             apply::index_text(index, old_.attribute_definitions), "");
    }
  }

  // Beside the old index, the new one cannot have its attributes with other types.
  void note_types(const GlobalSecondaryIndex& index, Change& change) const {
    if (change.kind != Kind::index_changed) return;
    if (apply::has_same_types(index.key_schema, old_.attribute_definitions,
                              new_.attribute_definitions)) {
      return;
    }
    change.note =
        "an attribute has one type in all keys of a table: give the key of the new index other "
        "names too";
  }

  template <class Index>
  [[nodiscard]] bool same(const Index& before, const Index& after) const {
    return apply::is_same_index(before, old_.attribute_definitions, after,
                                new_.attribute_definitions);
  }

  void setting(const SettingInfo& row) {
    const auto& before = before_.at(row.setting);
    const auto& after = after_.at(row.setting);
    if (!before || !after || *before == *after) return;
    // Which it has follows from how it is billed.
    const bool is_of_billing = row.setting == Setting::capacity || row.setting == Setting::maximum;
    if (is_of_billing && before_.at(Setting::billing) != after_.at(Setting::billing)) return;
    auto kind = before->empty() ? row.added : after->empty() ? row.removed : row.changed;
    if (row.setting == Setting::warm_throughput && lowers_warm_throughput()) {
      kind = Kind::warm_throughput_lowered;
    }
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    differ(add(kind, after_.name,
               fmt::format("{} of {}: {}, was {}", row.name, after_.name, shown(*after),
                           shown(*before)),
               row.setting == Setting::construct ? after_.construct_span : after_.span),
           *before, *after);
  }

  [[nodiscard]] bool lowers_warm_throughput() const {
    if (!old_.warm_throughput || !new_.warm_throughput) return false;
    const auto is_less = [](const std::optional<std::int64_t>& now,
                            const std::optional<std::int64_t>& was) {
      return now && was && *now < *was;
    };
    return is_less(new_.warm_throughput->read_units_per_second,
                   old_.warm_throughput->read_units_per_second) ||
           is_less(new_.warm_throughput->write_units_per_second,
                   old_.warm_throughput->write_units_per_second);
  }

  const TableSide& before_;
  const TableSide& after_;
  const CreateTableRequest& old_;
  const CreateTableRequest& new_;
  std::vector<Change>& out_;
};

Change of_whole_table(Kind kind, const TableSide& side, std::string_view what) {
  Change change;
  change.kind = kind;
  change.subject = side.name;
  change.what = fmt::format("table {} {}", side.name, what);
  change.table = side.label;
  return change;
}

}  // namespace

std::optional<std::size_t> TablePairs::new_of(std::size_t old_position) const {
  for (const auto& [old_table, new_table] : both) {
    if (old_table == old_position) return new_table;
  }
  return std::nullopt;
}

std::optional<std::size_t> TablePairs::old_of(std::size_t new_position) const {
  for (const auto& [old_table, new_table] : both) {
    if (new_table == new_position) return old_table;
  }
  return std::nullopt;
}

TablePairs match_tables(const std::vector<TableSide>& before, const std::vector<TableSide>& after) {
  TablePairs pairs;
  for (std::size_t i = 0; i < before.size(); ++i) pairs.old_only.push_back(i);
  for (std::size_t i = 0; i < after.size(); ++i) pairs.new_only.push_back(i);
  const auto pair_by = [&](const auto& is_same) {
    for (auto old_table = pairs.old_only.begin(); old_table != pairs.old_only.end();) {
      const auto new_table = std::find_if(
          pairs.new_only.begin(), pairs.new_only.end(),
          [&](std::size_t candidate) { return is_same(before[*old_table], after[candidate]); });
      if (new_table == pairs.new_only.end()) {
        ++old_table;
        continue;
      }
      pairs.both.emplace_back(*old_table, *new_table);
      pairs.new_only.erase(new_table);
      old_table = pairs.old_only.erase(old_table);
    }
  };
  pair_by([](const TableSide& a, const TableSide& b) { return a.label == b.label; });
  pair_by([](const TableSide& a, const TableSide& b) { return a.name == b.name; });
  if (pairs.old_only.size() == 1 && pairs.new_only.size() == 1) {
    pair_by([](const TableSide&, const TableSide&) { return true; });
  }
  std::sort(pairs.both.begin(), pairs.both.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  return pairs;
}

std::vector<Change> compare_tables(const std::vector<TableSide>& before,
                                   const std::vector<TableSide>& after, const TablePairs& pairs) {
  std::vector<Change> changes;
  for (const auto& [old_table, new_table] : pairs.both) {
    std::vector<Change> of_table;
    TableDiffer(before[old_table], after[new_table], of_table).run();
    std::move(of_table.begin(), of_table.end(), std::back_inserter(changes));
  }
  for (const auto table : pairs.new_only) {
    changes.push_back(of_whole_table(Kind::table_added, after[table], "is new"));
    changes.back().span = after[table].span;
  }
  for (const auto table : pairs.old_only) {
    changes.push_back(of_whole_table(Kind::table_removed, before[table], "is gone"));
    if (!after.empty()) changes.back().span = after.front().span;
  }
  return changes;
}

}  // namespace keywright::diff
