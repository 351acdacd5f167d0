#include "diff/diff.hpp"

#include "diff/backfills.hpp"
#include "diff/entities.hpp"
#include "diff/findings.hpp"
#include "diff/patterns.hpp"
#include "diff/tables.hpp"
#include "diff/words.hpp"
#include "model/spelling.hpp"
#include "model/words.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

void append(std::vector<Change>& all, std::vector<Change> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

std::string targets_text(const model::Model& model) {
  std::string text;
  for (const auto& target : model.targets) {
    if (!text.empty()) text += ", ";
    text += model::to_text(*target);
  }
  return text;
}

// "search (Job, Report; needs new_image)"
std::string consumers_text(const model::Table& table) {
  std::string text;
  for (const auto& consumer : table.consumers) {
    if (!text.empty()) text += ", ";
    text += consumer.name + " (" + names_text(consumer.entities);
    if (consumer.needs) {
      text += fmt::format("; needs {}", model::text_of(model::stream_words, **consumer.needs));
    }
    if (consumer.expired) {
      text += fmt::format("; expired: {}", model::text_of(model::expiry_words, **consumer.expired));
    }
    text += ")";
  }
  return text;
}

// What a table says to the checker alone.
void compare_hints(const model::Table& was, const model::Table& now, ChangeList& list) {
  const auto rebuildable = [](const model::Table& table) {
    return std::string(*table.rebuildable ? "true" : "false");
  };
  list.differ(Kind::model_settings_changed, now.name, "rebuildable", rebuildable(was),
              rebuildable(now), now.rebuildable.span);
  const auto alarms = [](const model::Table& table) {
    return std::string(model::text_of(model::alarms_words, *table.alarms));
  };
  list.differ(Kind::model_settings_changed, now.name, "alarms", alarms(was), alarms(now),
              now.alarms.span);
  list.differ(Kind::model_settings_changed, now.name, "consumers", consumers_text(was),
              consumers_text(now), now.name_span);
  const auto sparse = [](const model::TableIndex& index) {
    return index.sparse ? names_text(*index.sparse) : std::string();
  };
  for (const auto& index : now.indexes) {
    const auto* before = was.find_index(index.name);
    if (before == nullptr) continue;
    list.differ(Kind::model_settings_changed, index.name, "sparse", sparse(*before), sparse(index),
                index.key);
  }
}

std::vector<Change> compare_settings(const model::Model& before, const model::Model& after,
                                     const TablePairs& tables) {
  std::vector<Change> changes;
  ChangeList list(changes);
  list.differ(Kind::model_name_changed, *after.name, "name", *before.name, *after.name,
              after.name.span);
  list.differ(Kind::model_settings_changed, *after.name, "profile",
              std::string(model::to_text(*before.profile)),
              std::string(model::to_text(*after.profile)), after.profile.span);
  list.differ(Kind::model_settings_changed, *after.name, "targets", targets_text(before),
              targets_text(after), {});
  const auto tenant = [](const model::Model& model) {
    return model.tenant ? **model.tenant : std::string();
  };
  list.differ(Kind::model_settings_changed, *after.name, "tenant", tenant(before), tenant(after),
              after.tenant ? after.tenant->span : model::Span{});
  for (const auto& [was, now] : tables.both) {
    compare_hints(before.tables[was], after.tables[now], list);
  }
  return changes;
}

Report finish(std::vector<Change> changes, const ModelSide* before, const ModelSide& after,
              const TablePairs& tables, const cost::Prices& prices) {
  Report report;
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return a.about().impact > b.about().impact;
  });
  report.changes = std::move(changes);
  report.findings = find_and_waive(after.model, report.changes);
  report.steps = plan_steps(report.changes, before, after, tables, prices);
  return report;
}

}  // namespace

Impact Report::impact() const {
  auto gravest = Impact::safe;
  for (const auto& change : changes) {
    if (!change.waived) gravest = std::max(gravest, change.about().impact);
  }
  return gravest;
}

Report diff_models(const ModelSide& before, const ModelSide& after, const cost::Prices& prices) {
  const auto old_tables = table_sides(before.model, before.plan);
  const auto new_tables = table_sides(after.model, after.plan);
  const auto pairs = match_tables(old_tables, new_tables);
  const Backfills backfills(before, after, prices);
  std::vector<Change> changes;
  append(changes, compare_tables(old_tables, new_tables, pairs));
  append(changes, compare_entities({before, after, backfills, pairs}));
  append(changes, compare_patterns(before, after));
  append(changes, compare_settings(before.model, after.model, pairs));
  return finish(std::move(changes), &before, after, pairs, prices);
}

std::string cannot_match(const std::vector<TableSide>& before, const ModelSide& after) {
  const auto new_tables = table_sides(after.model, after.plan);
  const auto pairs = match_tables(before, new_tables);
  if (pairs.new_only.empty()) return {};
  std::vector<std::string> nameless;
  for (const auto table : pairs.old_only) {
    if (before[table].name.empty()) nameless.push_back(before[table].label);
  }
  if (nameless.empty()) return {};
  return fmt::format(
      "which table of the template is {}? {} {} no TableName that can be read; give the model's "
      "table the logical id as its label (tables: {{{}: ..}}), or the template's its name",
      new_tables[pairs.new_only.front()].name, model::listed(nameless),
      nameless.size() == 1 ? "has" : "have", nameless.front());
}

Report diff_template(const std::vector<TableSide>& before, const ModelSide& after,
                     const cost::Prices& prices) {
  const auto new_tables = table_sides(after.model, after.plan);
  const auto pairs = match_tables(before, new_tables);
  TablePairs compared = pairs;
  compared.old_only.clear();
  auto report = finish(compare_tables(before, new_tables, compared), nullptr, after, pairs, prices);
  for (const auto table : pairs.old_only) {
    report.notes.push_back(
        fmt::format("table {} of the template is none of the model's",
                    before[table].name.empty() ? before[table].label : before[table].name));
  }
  for (const auto& [table, other] : pairs.both) {
    for (const auto& name : before[table].unknown) {
      report.notes.push_back(fmt::format("{} of {} is left to the deploy, and not compared", name,
                                         before[table].label));
    }
  }
  return report;
}

}  // namespace keywright::diff
