// OPS004 to OPS006: who watches a table, who reads its stream, and whether all that it holds needs
// the same of it.

#include "check/findings.hpp"
#include "check/text.hpp"
#include "cost/cost.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::StreamConsumer;
using model::StreamView;
using model::Table;

constexpr std::size_t most_consumers = 2;  // OPS005
constexpr double mostly = 0.5;             // OPS006: of the backup, of the records
constexpr double dear_backup = 10;         // OPS006: dollars per month
constexpr double many_records = 50;        // OPS006: per second

// The table as an index into its model, with what several rules ask of it.
class OperationCheck {
 public:
  OperationCheck(const Subject& subject, std::size_t table, Findings& findings)
      : subject_(subject),
        position_(table),
        table_(subject.model.tables[table]),
        findings_(findings) {}

  void run() {
    if (*subject_.model.profile == model::Profile::production) check_alarms();
    check_number_of_consumers();
    for (const auto& consumer : table_.consumers) {
      check_images(consumer);
      check_expiry(consumer);
    }
    check_backup();
    check_records();
  }

 private:
  [[nodiscard]] bool is_here(const Entity& entity) const {
    return subject_.model.table_of(entity) == &table_;
  }
  [[nodiscard]] bool handles(const StreamConsumer& consumer, std::size_t entity) const {
    const auto& all = consumer.entities;
    return all.empty() || std::any_of(all.begin(), all.end(), [entity](const auto& named) {
             return named.resolved() && named.index == entity;
           });
  }

  // OPS004.
  void check_alarms() {
    const auto& billing = table_.billing;
    const bool is_provisioned = *billing.mode == model::BillingMode::provisioned;
    const bool is_bound = is_provisioned || billing.max_read || billing.max_write;
    Finding finding{.rule = "OPS004", .subject = table_.name};
    finding.severity = model::Severity::note;
    if (*table_.alarms == model::Alarms::none) {
      const auto& setting = table_.alarms;
      finding.span = setting.key.written() ? setting.key : table_.name_span;
      if (is_bound) finding.severity = model::Severity::warning;
      finding.message =
          is_bound ? fmt::format("table {} refuses what exceeds its {}, and nobody is told",
                                 table_.name, is_provisioned ? "capacity" : "maximum of requests")
                   : fmt::format("nobody is told when requests to table {} are throttled or fail",
                                 table_.name);
      finding.help =
          "set alarms: true, for which generate cdk and cloudformation make them, or alarms: "
          "elsewhere, if another stack has them";
      if (is_bound && billing.mode.written()) {
        finding.notes.push_back({"the bound is set here", billing.mode.span});
      }
    } else if (!table_.contributor_insights) {
      finding.span = table_.alarms.key;
      finding.message = fmt::format(
          "the alarms of table {} tell that requests are throttled, and not by which keys",
          table_.name);
      finding.help = "add contributor_insights: throttled_keys";
    } else {
      return;
    }
    findings_.report(std::move(finding));
  }

  void report_consumer(const StreamConsumer& consumer, const model::Span& span, std::string message,
                       std::string help, std::vector<model::Note> notes = {}) {
    findings_.report({.rule = "OPS005",
                      .span = span.written() ? span : consumer.key,
                      .subject = table_.name,
                      .message = std::move(message),
                      .help = std::move(help),
                      .notes = std::move(notes)});
  }

  // OPS005.
  void check_number_of_consumers() {
    if (table_.consumers.size() <= most_consumers) return;
    const auto& first_too_many = table_.consumers[most_consumers];
    report_consumer(first_too_many, first_too_many.key,
                    fmt::format("the stream of table {} has {} consumers, and {} can read a shard "
                                "at once: more are throttled",
                                table_.name, table_.consumers.size(), most_consumers),
                    "let one of them pass the records on to the others");
  }

  static bool has_new(StreamView view) {
    return view == StreamView::new_image || view == StreamView::new_and_old_images;
  }
  static bool has_old(StreamView view) {
    return view == StreamView::old_image || view == StreamView::new_and_old_images;
  }

  void check_images(const StreamConsumer& consumer) {
    if (!consumer.needs || !table_.stream) return;
    const auto given = **table_.stream;
    const auto needed = **consumer.needs;
    const bool lacks_new = has_new(needed) && !has_new(given);
    const bool lacks_old = has_old(needed) && !has_old(given);
    if (!lacks_new && !lacks_old) return;
    const bool needs_both =
        (has_new(needed) || has_new(given)) && (has_old(needed) || has_old(given));
    report_consumer(consumer, consumer.needs->span,
                    fmt::format("{} needs the {} of an item, which the stream of table {} does not "
                                "give",
                                consumer.name,
                                lacks_new && lacks_old ? "new and the old image"
                                : lacks_new            ? "new image"
                                                       : "old image",
                                table_.name),
                    fmt::format("set view: {}", needs_both        ? "new_and_old_images"
                                                : has_new(needed) ? "new_image"
                                                                  : "old_image"),
                    {{"the view is set here", table_.stream->span}});
  }

  void check_expiry(const StreamConsumer& consumer) {
    for (const auto& named : consumer.entities) {
      if (!named.resolved() || is_here(subject_.model.entities[named.index])) continue;
      report_consumer(consumer, named.span,
                      fmt::format("{} handles the records of {}, which lives in another table",
                                  consumer.name, named.name),
                      fmt::format("remove {} from its list", named.name));
    }
    if (consumer.expired) return;
    for (std::size_t i = 0; i < subject_.model.entities.size(); ++i) {
      const auto& entity = subject_.model.entities[i];
      if (!entity.ttl || !is_here(entity) || !handles(consumer, i)) continue;
      report_consumer(
          consumer, consumer.key,
          fmt::format("nobody says whether {} tells a {} that has expired from one that "
                      "was deleted",
                      consumer.name, entity.name),
          "let it look at userIdentity, and say expired: apart; or expired: alike, if a "
          "deletion is a deletion",
          {{fmt::format("the lifetime of {} is declared here", entity.name), entity.ttl->key}});
      return;
    }
  }

  // OPS006: what is backed up in vain.
  void check_backup() {
    if (!table_.point_in_time_recovery.enabled) return;
    double all = 0;
    double in_vain = 0;
    const Entity* largest = nullptr;
    double largest_bytes = 0;
    for (const auto& stored : subject_.costs.storage) {
      if (stored.table != position_ || !stored.index.empty()) continue;
      all += stored.all_bytes();
      const auto* entity = entity_called(stored.entity);
      if (entity == nullptr || !*entity->rebuildable) continue;
      in_vain += stored.all_bytes();
      if (largest == nullptr || stored.all_bytes() > largest_bytes) {
        largest = entity;
        largest_bytes = stored.all_bytes();
      }
    }
    const auto& prices = subject_.costs.prices;
    const auto dollars = in_vain / prices.gigabyte * prices.recovery;
    if (largest == nullptr || in_vain >= all || in_vain <= mostly * all || dollars < dear_backup) {
      return;
    }
    findings_.report(
        {.rule = "OPS006",
         .span = largest->rebuildable.key,
         .subject = largest->name,
         .message =
             fmt::format("{}% of what table {} keeps for recovery can be made again, for ${} "
                         "a month: most of it is {}",
                         number_text(100 * in_vain / all), table_.name, cost::dollars_text(dollars),
                         largest->name),
         .help = fmt::format("give {} a table of its own, with rebuildable: true", largest->name),
         .notes = {{fmt::format("{} of {}, at ${} per GB and month", bytes_text(in_vain),
                                bytes_text(all), number_text(prices.recovery)),
                    {}},
                   {"recovery is switched on here", table_.point_in_time_recovery.key}}});
  }

  [[nodiscard]] const Entity* entity_called(const std::string& name) const {
    for (const auto& entity : subject_.model.entities) {
      if (entity.name == name) return &entity;
    }
    return nullptr;
  }

  // Records per second of each entity, on average.
  [[nodiscard]] std::vector<double> records() const {
    std::vector<double> records(subject_.model.entities.size(), 0);
    for (const auto& traffic : subject_.traffic) {
      const auto* write = cost::write_of(subject_.plan, traffic);
      if (write == nullptr) continue;
      const double writes = traffic.calls.avg * write->cost.items;
      records[write->entity] += writes;
      for (const auto& put : write->also_put) records[put.entity] += writes;
    }
    return records;
  }

  // OPS006: records that no consumer handles.
  void check_records() {
    if (table_.consumers.empty()) return;
    const auto each = records();
    double all = 0;
    double dropped = 0;
    std::vector<model::Note> notes;
    for (std::size_t i = 0; i < each.size(); ++i) {
      const auto& entity = subject_.model.entities[i];
      if (!is_here(entity)) continue;
      all += each[i];
      const bool is_handled =
          std::any_of(table_.consumers.begin(), table_.consumers.end(),
                      [&](const auto& consumer) { return handles(consumer, i); });
      if (is_handled || each[i] <= 0) continue;
      dropped += each[i];
      notes.push_back(
          {fmt::format("{}: {} records/s", entity.name, number_text(each[i])), entity.key_span});
    }
    if (dropped <= mostly * all || dropped < many_records) return;
    findings_.report(
        {.rule = "OPS006",
         .span = table_.stream ? table_.stream->span : table_.name_span,
         .subject = table_.name,
         .message = fmt::format("{} of {} records/s in the stream of table {} are of entities that "
                                "no consumer handles",
                                number_text(dropped), number_text(all), table_.name),
         .help = "give what is streamed a table of its own, or drop the others by a filter before "
                 "a consumer is called",
         .notes = std::move(notes)});
  }

  const Subject& subject_;
  std::size_t position_;
  const Table& table_;
  Findings& findings_;
};

}  // namespace

void check_operation(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.costs.tables.size(); ++i) {
    OperationCheck(subject, i, findings).run();
  }
}

}  // namespace keywright::check
