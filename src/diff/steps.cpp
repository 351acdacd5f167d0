#include "diff/steps.hpp"

#include "diff/backfills.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

using Changes = std::vector<const Change*>;

bool is_of(const Change& change, std::initializer_list<Kind> kinds) {
  return std::find(kinds.begin(), kinds.end(), change.kind) != kinds.end();
}

// Its steps are as they would be, and say that the model knows them.
std::string said(const Change& change) {
  return change.what + (change.waived ? " (waived)" : "");
}

// The deploys of one table that is there before and after.
struct Deploys {
  std::vector<std::string> expand;  // one index each
  std::vector<std::string> contract;
  std::vector<std::string> first;   // with the first deploy
  std::vector<std::string> second;  // with the next one
  std::vector<std::string> construct;
};

class Planner {
 public:
  Planner(const std::vector<Change>& changes, const ModelSide* before, const ModelSide& after,
          const TablePairs& tables, const cost::Prices& prices)
      : changes_(changes), before_(before), after_(after), tables_(tables), prices_(prices) {}

  std::vector<PlanStep> run() {
    for (const auto& table : after_.model.tables) {
      if (is_replaced(table.label)) prepare_copy(table);
    }
    for (const auto& table : after_.model.tables) {
      if (!is_replaced(table.label)) deploy(table);
    }
    create_tables();
    backfill(Moment::before);
    const auto stopped = pause();
    backfill(Moment::paused);
    copy_tables();
    release();
    if (!stopped.empty()) step(Action::pause, "let the callers of " + stopped + " go on");
    backfill(Moment::after);
    let_read();
    contract();
    backfill(Moment::cleanup);
    return std::move(steps_);
  }

 private:
  PlanStep& step(Action action, std::string what, std::vector<std::string> details = {}) {
    auto& made = steps_.emplace_back();
    made.action = action;
    made.what = std::move(what);
    made.details = std::move(details);
    return made;
  }

  [[nodiscard]] Changes of_table(const std::string& label) const {
    Changes found;
    for (const auto& change : changes_) {
      if (change.table == label) found.push_back(&change);
    }
    return found;
  }

  [[nodiscard]] bool is_replaced(const std::string& label) const {
    const auto changes = of_table(label);
    return std::any_of(changes.begin(), changes.end(), [](const Change* change) {
      return change->about().impact == Impact::replaces && change->kind != Kind::table_removed;
    });
  }

  // Deploys ------------------------------------------------------------------------------------

  static Deploys deploys_of(const Changes& changes, const std::string& table) {
    Deploys deploys;
    for (const auto* change : changes) {
      const auto& index = change->subject;
      switch (change->kind) {
        case Kind::index_added:
          deploys.expand.push_back(fmt::format("create index {} of {}", index, table));
          break;
        case Kind::index_removed:
          deploys.contract.push_back(fmt::format("delete index {} of {}", index, table));
          break;
        case Kind::index_changed:
          deploys.expand.push_back(fmt::format(
              "create index {} of {} in its new form under another name", index, table));
          deploys.contract.push_back(fmt::format("delete the old index {} of {}", index, table));
          break;
        case Kind::ttl_moved:
          deploys.first.push_back("disable time to live on " + change->before);
          deploys.second.push_back("an hour later: enable time to live on " + change->after);
          break;
        case Kind::stream_view_changed:
          deploys.first.push_back("disable the stream, once its consumers are done");
          deploys.second.push_back("enable the stream with " + change->after);
          break;
        case Kind::construct_changed:
          deploys.construct = {
              fmt::format("give {} the removal policy retain", table),
              fmt::format("take {} out of the stack: it stays, as it is retained", table),
              fmt::format("import {} as a {} (cdk import)", table, change->after)};
          break;
        case Kind::ttl_disabled:
        case Kind::stream_disabled:
        case Kind::table_removed:
          break;  // contract() has them
        default:
          if (change->about().impact == Impact::safe) deploys.first.push_back(change->what);
      }
    }
    return deploys;
  }

  void deploy(const model::Table& table) {
    auto deploys = deploys_of(of_table(table.label), table.name);
    contract_[table.label] = std::move(deploys.contract);
    for (auto& text : deploys.construct) step(Action::deploy, std::move(text));
    const auto settle = [&](std::vector<std::string>& settings) {
      if (settings.empty()) return;
      step(Action::deploy, fmt::format("change the settings of {}", table.name),
           std::exchange(settings, {}));
    };
    // Not together with an index: DynamoDB does one or the other in an update.
    settle(deploys.first);
    settle(deploys.second);
    for (auto& what : deploys.expand) {
      step(Action::deploy, std::move(what), {"wait until it is ACTIVE before the next deploy"});
    }
  }

  void create_tables() {
    for (const auto& change : changes_) {
      if (change.kind != Kind::table_added) continue;
      step(Action::deploy, fmt::format("create table {} with its indexes", change.subject));
    }
  }

  // What nobody needs any more, once the new code runs.
  void contract() {
    for (const auto& table : after_.model.tables) {
      for (const auto* change : of_table(table.label)) {
        if (!is_of(*change, {Kind::ttl_disabled, Kind::stream_disabled})) continue;
        if (!is_replaced(table.label))
          step(Action::deploy, change->what, {std::string(change->about().why)});
      }
      for (auto& what : contract_[table.label]) {
        step(Action::deploy, std::move(what), {"no running code may query it"});
      }
    }
    for (const auto& change : changes_) {
      if (change.kind == Kind::table_removed) {
        const auto* table = before_ == nullptr ? nullptr : before_->model.find_table(change.table);
        step(Action::deploy, fmt::format("delete table {}, or let it go", change.subject),
             before_deletion("its items are copied, or of no use", table));
      }
    }
    for (const auto& table : after_.model.tables) {
      if (!is_replaced(table.label)) continue;
      step(Action::deploy, fmt::format("delete the old table of {}", table.name),
           before_deletion("once the new one has proved itself; until then it is the way back",
                           old_table(table)));
    }
  }

  static std::vector<std::string> before_deletion(std::string when, const model::Table* table) {
    std::vector<std::string> details{std::move(when)};
    if (table != nullptr && *table->deletion_protection) {
      details.emplace_back("deploy without its deletion protection first, or it stays");
    }
    return details;
  }

  // Tables made anew ---------------------------------------------------------------------------

  void prepare_copy(const model::Table& table) {
    std::vector<std::string> reasons;
    for (const auto* change : of_table(table.label)) {
      if (change->about().impact == Impact::replaces) reasons.push_back(said(*change));
    }
    const bool is_renamed = [&] {
      const auto changes = of_table(table.label);
      return std::any_of(changes.begin(), changes.end(),
                         [](const Change* each) { return each->kind == Kind::table_renamed; });
    }();
    step(Action::deploy,
         is_renamed
             ? fmt::format("create table {} beside the old one", table.name)
             : fmt::format("create the new table of {} under another name, beside the old one",
                           table.name),
         std::move(reasons));
  }

  // A table whose items are copied; nullptr if it is not known by what model they are.
  [[nodiscard]] const model::Table* old_table(const model::Table& table) const {
    if (before_ == nullptr) return nullptr;
    const auto position = static_cast<std::size_t>(&table - after_.model.tables.data());
    const auto old = tables_.old_of(position);
    return old ? &before_->model.tables[*old] : nullptr;
  }
  // The new one of a table of the old model; nullptr if it is gone.
  [[nodiscard]] const model::Table* new_table(const std::string& old_label) const {
    const auto* old = before_ == nullptr ? nullptr : before_->model.find_table(old_label);
    if (old == nullptr) return nullptr;
    const auto position =
        tables_.new_of(static_cast<std::size_t>(old - before_->model.tables.data()));
    return position ? &after_.model.tables[*position] : nullptr;
  }

  void copy_tables() {
    for (const auto& table : after_.model.tables) {
      if (!is_replaced(table.label)) continue;
      const auto* old = old_table(table);
      if (old == nullptr) {
        step(Action::copy, fmt::format("copy the items to the new table of {}", table.name),
             {"keywright copy does, if no key of an item changes"});
        continue;
      }
      copy_items(*old, table);
    }
  }

  // keywright copy takes items as they are.
  [[nodiscard]] std::vector<std::string> how_to_copy(const model::Table& old,
                                                     const model::Table& table) const {
    std::vector<std::string> keys;
    for (const auto& change : changes_) {
      const bool is_key = change.kind == Kind::table_key_changed && change.table == table.label;
      const bool is_of_items =
          change.backfill && change.backfill->table == old.label && is_copied_anew(change);
      if (is_key || is_of_items) keys.push_back(said(change));
    }
    if (keys.empty()) {
      return {"keywright copy --from URL --to URL --table " + old.name + " --to-table NAME"};
    }
    keys.insert(keys.begin(), "by a program of yours, which puts each item under its new key:");
    return keys;
  }

  void copy_items(const model::Table& old, const model::Table& table) {
    const auto position = static_cast<std::size_t>(&old - before_->model.tables.data());
    auto& made =
        step(Action::copy,
             fmt::format("copy the items of {} to the new table of {}", old.name, table.name),
             how_to_copy(old, table));
    const Backfills backfills(*before_, after_, prices_);
    made.items = 0;
    made.has_cost = true;
    for (std::size_t i = 0; i < before_->model.entities.size(); ++i) {
      if (before_->model.entities[i].table.index != position) continue;
      const auto each = backfills.of(Pass::update, i, backfills.all_entries(i));
      if (!each.items || !made.items) {
        made.items = std::nullopt;
        continue;
      }
      made.items = *made.items + *each.items;
      made.write_units += each.units();
      made.dollars += each.dollars;
    }
    add_scan(made, scan_cost(*before_, position, prices_));
  }

  // Backfills ----------------------------------------------------------------------------------

  static void add_scan(PlanStep& made, const std::optional<ScanCost>& scan) {
    if (!scan) return;
    made.read_units = scan->units;
    made.scanned = scan->of;
    made.dollars += scan->dollars;
  }

  // An index that is deleted, or made anew, may be gone by then.
  [[nodiscard]] bool stays(const model::TableIndex& index, const std::string& old_table) const {
    const auto* table = new_table(old_table);
    if (table == nullptr) return true;
    const auto changes = of_table(table->label);
    return std::none_of(changes.begin(), changes.end(), [&](const Change* change) {
      return change->subject == index.name &&
             is_of(*change, {Kind::index_removed, Kind::index_changed});
    });
  }

  // Of the table, or of an index that has all items of the entity.
  [[nodiscard]] std::optional<ScanCost> cheapest_scan(const Backfill& backfill) const {
    const auto* entity = before_->model.find_entity(backfill.entity);
    const auto* table = before_->model.find_table(backfill.table);
    if (entity == nullptr || table == nullptr) return std::nullopt;
    const auto position = static_cast<std::size_t>(entity - before_->model.entities.data());
    const auto of = static_cast<std::size_t>(table - before_->model.tables.data());
    auto cheapest = scan_cost(*before_, of, prices_);
    for (std::size_t i = 0; i < table->indexes.size(); ++i) {
      if (!has_all_items(*before_, position, i, backfill.pass)) continue;
      if (!stays(table->indexes[i], table->label)) continue;
      auto scan = scan_cost(*before_, of, prices_, i);
      if (scan && (!cheapest || scan->units < cheapest->units)) cheapest = std::move(scan);
    }
    return cheapest;
  }

  // All that is written at one moment to the items of an entity is one pass over them.
  void backfill(Moment moment) {
    std::vector<std::pair<std::string, Pass>> order;
    std::map<std::pair<std::string, Pass>, Changes> passes;
    for (const auto& change : changes_) {
      if (!change.backfill || change.about().moment != moment || is_copied_anew(change)) continue;
      const auto pass = moment == Moment::cleanup ? Pass::deletion : change.backfill->pass;
      const std::pair key{change.backfill->entity, pass};
      if (passes[key].empty()) order.push_back(key);
      passes[key].push_back(&change);
    }
    for (const auto& key : order) write_items(key.first, key.second, passes[key]);
  }

  // The old table cannot hold its items under their new keys: they get them as they are copied.
  [[nodiscard]] bool is_copied_anew(const Change& change) const {
    if (change.backfill->pass != Pass::rewrite) return false;
    const auto* table = new_table(change.backfill->table);
    return table != nullptr && is_replaced(table->label);
  }

  void write_items(const std::string& entity, Pass pass, const Changes& changes) {
    auto& made = step(Action::backfill, what_of(entity, pass, changes));
    made.has_cost = true;
    double item_units = 0;
    double index_units = 0;
    double dollars_per_unit = 0;
    made.items = 0;
    for (const auto* change : changes) {
      const auto& each = *change->backfill;
      made.details.push_back(said(*change));
      if (!change->note.empty()) made.details.push_back(change->note);
      if (!each.items || !made.items) {
        made.items = std::nullopt;
        continue;
      }
      // Several reasons to write an item are one write of it, but each has its own index entries,
      // and each unique rule its own sentinel.
      made.at_most = made.at_most || each.at_most;
      if (each.units() > 0) dollars_per_unit = each.dollars / each.units();
      const double units = *each.items * each.item_units;
      item_units = are_sentinels(each.pass) ? item_units + units : std::max(item_units, units);
      index_units += *each.items * each.index_units;
      made.items = std::max(*made.items, *each.items);
    }
    if (changes.front()->about().moment == Moment::before && pass == Pass::update) {
      made.details.emplace_back(
          "run it again after the release, for what old code wrote meanwhile");
    }
    made.write_units = item_units + index_units;
    made.dollars = made.write_units * dollars_per_unit;
    if (before_ != nullptr) add_scan(made, cheapest_scan(*changes.front()->backfill));
  }

  static std::string what_of(const std::string& entity, Pass pass, const Changes& changes) {
    switch (pass) {
      case Pass::update:
        return fmt::format("update the items of {}", entity);
      case Pass::rewrite:
        if (changes.front()->kind == Kind::entity_moved) {
          return fmt::format("copy the items of {} to table {}, then delete the old ones", entity,
                             changes.front()->after);
        }
        return fmt::format("put each item of {} under its new key, then delete the old one",
                           entity);
      case Pass::sentinels:
        return fmt::format("put a sentinel for each unique value of {}", entity);
      case Pass::other_sentinels:
        return fmt::format("put the new sentinel of each item of {}, then delete the old one",
                           entity);
      case Pass::deletion:
        break;
    }
    const bool is_of_sentinels = changes.front()->kind == Kind::unique_removed;
    return is_of_sentinels ? fmt::format("delete the sentinels of {}", entity)
                           : fmt::format("delete the items of {}, if nobody needs them", entity);
  }

  // Who has to stop while items are in a form that one of the two codes cannot read.
  std::string pause() {
    std::set<std::string> entities;
    for (const auto& change : changes_) {
      if (change.backfill && change.about().moment == Moment::paused) {
        entities.insert(change.backfill->entity);
      }
    }
    for (const auto& table : after_.model.tables) {
      if (is_replaced(table.label)) entities.insert("table " + table.name);
    }
    if (entities.empty()) return {};
    std::string names;
    for (const auto& entity : entities) names += (names.empty() ? "" : ", ") + entity;
    step(
        Action::pause, "stop the callers of " + names,
        {"neither the old code nor the new one reads what the other writes; to go without a pause, "
         "follow the advice of the changes"});
    return names;
  }

  // Releases -----------------------------------------------------------------------------------

  [[nodiscard]] static bool concerns_code(const Change& change) {
    if (change.kind == Kind::index_changed) return true;
    return change.table.empty() && change.kind != Kind::estimates_changed &&
           change.kind != Kind::model_settings_changed && change.kind != Kind::index_entry_gone;
  }

  void release() {
    const bool is_needed = std::any_of(changes_.begin(), changes_.end(), concerns_code);
    if (!is_needed) return;
    std::vector<std::string> details;
    for (const auto& change : changes_) {
      const bool has_other_name = is_of(change, {Kind::entity_renamed, Kind::field_renamed});
      if (has_other_name || (change.about().impact == Impact::callers && change.table.empty())) {
        details.push_back("callers: " + change.what);
      }
      if (change.kind == Kind::index_changed) {
        details.push_back("queries of index " + change.subject + " go to its new name");
      }
    }
    const auto held = patterns_on_hold();
    if (!held.empty()) details.push_back("do not call yet: " + held);
    step(Action::release, "release the code generated from the new model", std::move(details));
  }

  // The reads from an index that is not complete yet.
  [[nodiscard]] std::string patterns_on_hold() const {
    std::string names;
    for (const auto& plan : after_.plan.patterns) {
      const auto* read = plan.read();
      const auto& pattern = after_.model.access_patterns[plan.pattern];
      if (read == nullptr || !read->index || pattern.returns.empty()) continue;
      const auto* entity = after_.model.entity(pattern.entity());
      const auto* table = entity == nullptr ? nullptr : after_.model.table_of(*entity);
      if (table == nullptr || !is_filled_later(*entity, table->indexes[*read->index].name))
        continue;
      names += (names.empty() ? "" : ", ") + pattern.name;
    }
    return names;
  }

  [[nodiscard]] bool is_filled_later(const model::Entity& entity, const std::string& index) const {
    const auto subject = entity.name + "." + index;
    return std::any_of(changes_.begin(), changes_.end(), [&](const Change& change) {
      return change.subject == subject && change.backfill && change.about().moment == Moment::after;
    });
  }

  void let_read() {
    const auto held = patterns_on_hold();
    if (!held.empty()) step(Action::release, "call what was on hold: " + held);
  }

  const std::vector<Change>& changes_;
  const ModelSide* before_;
  const ModelSide& after_;
  const TablePairs& tables_;
  const cost::Prices& prices_;
  std::vector<PlanStep> steps_;
  std::map<std::string, std::vector<std::string>> contract_;
};

}  // namespace

std::string_view to_text(Action action) {
  switch (action) {
    case Action::deploy:
      return "deploy";
    case Action::backfill:
      return "backfill";
    case Action::copy:
      return "copy";
    case Action::release:
      return "release";
    case Action::pause:
      break;
  }
  return "pause";
}

std::vector<PlanStep> plan_steps(const std::vector<Change>& changes, const ModelSide* before,
                                 const ModelSide& after, const TablePairs& tables,
                                 const cost::Prices& prices) {
  return Planner(changes, before, after, tables, prices).run();
}

}  // namespace keywright::diff
