#include "sequence.hpp"

#include "apply/model_table.hpp"
#include "call_maker.hpp"
#include "dice.hpp"
#include "journal.hpp"
#include "oracle.hpp"
#include "plan_caller.hpp"
#include "verify/items.hpp"
#include "verify/scratch.hpp"
#include <keywright/engine.hpp>
#include <keywright/manual_time.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace keywright::random_proof {
namespace {

using model::Operation;

bool is_write(const Call& call) {
  const auto& first = call.steps.empty() ? *call.plan : *call.steps.front().plan;
  return !first.writes.empty();
}

/// Errors that say not whether a write was made.
bool is_unsure(const Error& error) {
  switch (error.code) {
    case ErrorCode::unavailable:
    case ErrorCode::throttled:
    case ErrorCode::conflict:
      return true;
    case ErrorCode::transaction_cancelled:
      return std::any_of(error.reasons.begin(), error.reasons.end(), [](const auto& reason) {
        return reason.code == "TransactionConflict" || reason.code == "ThrottlingError" ||
               reason.code == "ProvisionedThroughputExceeded";
      });
    default:
      return false;
  }
}

class Sequence {
 public:
  Sequence(const ProvenModel& model, std::uint64_t seed, Totals& totals)
      : model_(model.model()),
        plan_(model.plan()),
        dice_(seed),
        totals_(totals),
        context_{model_, plan_, 0},
        oracle_(context_),
        maker_(context_, oracle_, dice_),
        engine_(Engine::in_memory({.clock = time_, .seed = 1})),
        faulty_(*engine_, faults()),
        caller_(model_, plan_, faulty_, options()),
        journal_(context_) {
    auto tables = verify::scratch_tables(apply::tables_of(model_, plan_), "");
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const auto& table = model_.tables[i];
      tables[i].definition.table_name = table.name;
      engine_->create_table(tables[i].definition).value();
      if (!table.ttl) continue;
      engine_->update_time_to_live({.table_name = table.name, .attribute_name = **table.ttl})
          .value();
    }
  }
  ~Sequence() {
    for (std::size_t i = 0; i < kFaults; ++i) {
      totals_.faults[i] += faulty_.count(static_cast<Fault>(i));
    }
  }

  std::optional<std::string> run(std::size_t calls) {
    for (std::size_t i = 0; i < calls; ++i) {
      pass_time();
      step();
      ++totals_.calls;
      if (!difference_.empty()) return difference_ + "\n" + journal_.text() + faulty_.summary();
    }
    return std::nullopt;
  }

 private:
  FaultOptions faults() {
    FaultOptions options{.seed = dice_.seed() | 1U};
    if (dice_.percent(50)) {
      options.throttled = 0.05;
      options.conflict = 0.05;
      options.unprocessed = 0.2;
      options.unavailable = 0.02;
      options.lost_reply = 0.04;
    }
    return options;
  }
  RepositoryOptions options() {
    auto options = time_.options(dice_.seed());
    // Pauses would make it later within a call.
    options.retry = {.max_attempts = 4,
                     .base_delay = std::chrono::milliseconds(0),
                     .max_delay = std::chrono::milliseconds(0)};
    return options;
  }

  [[nodiscard]] std::int64_t now() const {
    return std::chrono::floor<std::chrono::seconds>(time_.now().time_since_epoch()).count();
  }
  void pass_time() {
    static const std::vector<int> kSeconds = {0, 0, 1, 1, 30, 5000};
    time_.advance(std::chrono::seconds(dice_.pick(kSeconds)));
    if (dice_.percent(10)) engine_->delete_expired_items();
    oracle_.drop_expired(state_, now());
  }

  void differ(const std::string& what) {
    if (difference_.empty()) difference_ = what;
  }

  [[nodiscard]] std::string operation_of(const Call& call) const {
    if (!call.steps.empty()) return is_write(call) ? "transact writes" : "transact reads";
    const auto& declared = plan::declared(model_, *call.plan);
    if (declared.is_collection) return "collection";
    return std::string(model::to_text(*declared.operation));
  }

  void step() {
    const auto& chosen = dice_.pick(plan_.patterns);
    const auto call = maker_.make(chosen, state_, now());
    const auto expected = oracle_.expect(call, state_, now());
    const auto lost = lost_answers();
    const auto answer = caller_.run(call);
    was_lost_ = lost_answers() != lost;
    journal_.tell(call, now(), answer);
    const auto operation = operation_of(call);
    if (is_write(call)) {
      compare_write(call, expected, answer);
    } else {
      compare_read(call, expected, answer);
    }
    ++(answer.error ? totals_.failed : totals_.succeeded)[operation];
    if (answer.error) ++totals_.errors[std::string(to_string(answer.error->code))];
  }

  [[nodiscard]] std::size_t lost_answers() const {
    return faulty_.count(Fault::lost_reply) + faulty_.count(Fault::unavailable);
  }

  // Writes ---------------------------------------------------------------------------------------

  void compare_write(const Call& call, const Expected& expected, const Answer& answer) {
    const auto stored = all_stored();
    if ((answer.error && is_unsure(*answer.error)) || !answer.left.empty()) {
      ++totals_.unsure;
      return adopt(call, expected, answer, stored);
    }
    if (answer.error && expected.may_fail == answer.error->code) {
      compare_state(state_, stored, "refused as it may be");
      return;
    }
    if (is_repeated_put(call, expected, answer)) {
      return compare_state(state_, stored, "put again");
    }
    if (answer.error.has_value() != expected.error.has_value()) {
      return differ(answer.error
                        ? "failed: " + std::string(to_string(answer.error->code)) + ": " +
                              answer.error->message + "; it should succeed"
                        : "succeeded; it should fail: " + std::string(to_string(*expected.error)));
    }
    if (answer.error) {
      compare_error(call, expected, *answer.error);
      return compare_state(state_, stored, "after the failure");
    }
    // What expires at once may be begun anew when the request is repeated.
    const bool lasts = expected.result && !oracle_.is_expired(*expected.result, now());
    if (lasts && !answer.items.empty() && answer.items.front()) {
      compare_item(*answer.items.front(), *expected.result, "the item that the call gives");
    }
    compare_state(expected.after, stored, "after it");
    state_ = expected.after;
  }

  // Of a put whose answer was lost, and that fails when it is made again, the very item that stands
  // there says that it was made: whoever put that.
  [[nodiscard]] bool is_repeated_put(const Call& call, const Expected& expected,
                                     const Answer& answer) const {
    if (answer.error || expected.error != ErrorCode::condition_failed || !was_lost_) return false;
    return call.steps.empty() && call.write().request == plan::WriteRequest::put_item;
  }

  void compare_error(const Call& call, const Expected& expected, const Error& error) {
    if (error.code != *expected.error) {
      return differ("failed as " + std::string(to_string(error.code)) + " (" + error.message +
                    "); it should be " + std::string(to_string(*expected.error)));
    }
    if (error.code == ErrorCode::condition_failed) {
      if (taken(error) != expected.taken) {
        return differ("taken is `" + std::string(taken(error)) + "` and should be `" +
                      expected.taken + "`: " + error.message);
      }
      const bool has_item = error.item && !error.item->empty();
      if (has_item != expected.stored.has_value()) {
        return differ(has_item ? "the error has an item; nothing should be there"
                               : "the error lacks the item that was in its way");
      }
      if (has_item) compare_item(*error.item, *expected.stored, "the item of the error");
    }
    if (error.code == ErrorCode::transaction_cancelled && !call.steps.empty()) {
      compare_reasons(call, expected, error);
    }
  }

  // Reasons are those of the steps' writes, in their order.
  void compare_reasons(const Call& call, const Expected& expected, const Error& error) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < call.steps.size(); ++i) {
      const auto& step = call.steps[i];
      const bool many = step.write().request == plan::WriteRequest::batch_write_item;
      const auto writes = many ? step.many.size() : 1 + step.write().also_put.size();
      bool fails = false;
      for (std::size_t n = 0; n < writes; ++n, ++at) {
        if (at >= error.reasons.size()) return differ("there are too few reasons");
        fails = fails || (!error.reasons[at].code.empty() && error.reasons[at].code != "None");
      }
      if (fails != expected.step_fails[i]) {
        return differ("the reasons say that step " + std::to_string(i) +
                      (fails ? " failed" : " did not fail"));
      }
    }
    if (at != error.reasons.size()) differ("there are too many reasons");
  }

  // Whether all was made, or nothing; of a batch, each for itself.
  void adopt(const Call& call, const Expected& expected, const Answer& answer,
             const std::vector<Item>& stored) {
    auto after = expected.after;
    if (!answer.left.empty()) {
      State found;
      for (const auto& item : stored) {
        if (auto sample = sample_of(item)) found.push_back(std::move(*sample));
      }
      for (const auto& [position, why] : answer.left) {
        const auto& one = call.many[position];
        const auto like = one.items.front() ? *one.items.front() : oracle_.addressed(call, one);
        const auto* is = oracle_.find(found, like);
        const auto* was = oracle_.find(state_, like);
        const bool is_as_before = (is == nullptr) == (was == nullptr) && (!is || *is == *was);
        if (!is_as_before) continue;
        std::erase_if(after, [&](const Sample& each) { return oracle_.same_item(each, like); });
        if (was != nullptr) after.push_back(*was);
      }
    } else if (difference_of(state_, stored).empty()) {
      return;
    }
    compare_state(after, stored, "after an answer was lost");
    state_ = std::move(after);
  }

  // What is stored
  // ---------------------------------------------------------------------------------

  std::vector<Item> all_stored() {
    std::vector<Item> items;
    for (const auto& table : model_.tables) {
      ScanRequest request;
      request.table_name = table.name;
      auto response = engine_->scan(request).value();
      items.insert(items.end(), response.items.begin(), response.items.end());
    }
    return items;
  }

  [[nodiscard]] std::optional<Sample> sample_of(const Item& item) const {
    const auto type = item.find(verify::kTypeAttribute);
    if (!type) return std::nullopt;
    const auto* entity = model_.find_entity(type->as_string());
    Sample sample;
    sample.entity = static_cast<std::size_t>(entity - model_.entities.data());
    for (const auto& field : entity->fields) {
      const auto value = item.find(field.name);
      sample.values.push_back(value ? std::optional(AttributeValue(*value)) : std::nullopt);
    }
    return sample;
  }

  void compare_state(const State& state, const std::vector<Item>& stored, const char* when) {
    const auto what = difference_of(state, stored);
    if (!what.empty()) differ(std::string(when) + ": " + what);
  }

  // All items are those of the state, as if each had just been put; and what keeps values unique.
  std::string difference_of(const State& state, const std::vector<Item>& stored) {
    std::size_t count = 0;
    std::set<std::string> sentinels;
    for (const auto& item : stored) {
      auto sample = sample_of(item);
      if (!sample) {
        const auto gone = item.find("gone_at");
        if (gone && gone->as_number().to_int64().value_or(0) < now()) continue;
        sentinels.insert(std::string(item.find("pk")->as_string()));
        continue;
      }
      if (oracle_.is_expired(*sample, now())) continue;
      ++count;
      const auto* is = oracle_.find(state, *sample);
      if (is == nullptr) return "there should be no " + to_json(item);
      if (*is != *sample) return to_json(item) + " should be " + text_of(context_, *is);
      const auto whole = as_put(*sample, item);
      if (item != whole) return to_json(item) + " should be as if put: " + to_json(whole);
    }
    if (count != state.size()) {
      return std::to_string(count) + " items are stored, of " + std::to_string(state.size());
    }
    const auto wanted = wanted_sentinels(state);
    for (const auto& key : sentinels) {
      if (!wanted.contains(key)) return "nobody has what is kept unique by " + key;
    }
    for (const auto& key : wanted) {
      if (!sentinels.contains(key)) return "nothing keeps unique " + key;
    }
    return "";
  }

  // As a put of the entity would store it. Half a key of an index does not put the item there, and
  // may be left.
  [[nodiscard]] Item as_put(const Sample& sample, const Item& stored) const {
    ItemBuilder item(caller_.item_of(sample, time_.now()));
    const auto whole = caller_.item_of(sample, time_.now());
    for (const auto& key : plan_.keys[sample.entity].indexes) {
      std::vector<std::string> left;
      bool is_half = false;
      for (const auto* attributes : {&key.partition, &key.sort}) {
        for (const auto& attribute : *attributes) {
          if (whole.contains(attribute.name)) continue;
          stored.contains(attribute.name) ? left.push_back(attribute.name) : void(is_half = true);
        }
      }
      for (const auto& name : left) {
        if (is_half) item.set(name, *stored.find(name));
      }
    }
    return item.build();
  }

  [[nodiscard]] std::set<std::string> wanted_sentinels(const State& state) const {
    std::set<std::string> wanted;
    for (const auto& sample : state) {
      const auto& entity = context_.entity(sample.entity);
      for (const auto& rule : entity.unique) {
        auto key = "UNIQUE#" + entity.name + "#" + rule.name;
        bool has_all = true;
        for (const auto& field : rule.fields) {
          const auto& value = sample[field.index];
          has_all = has_all && value;
          if (value) key += "#" + verify::key_component(entity.field(field).type, *value);
        }
        if (has_all) wanted.insert(key);
      }
    }
    return wanted;
  }

  // Reads
  // ------------------------------------------------------------------------------------------

  void compare_read(const Call& call, const Expected& expected, const Answer& answer) {
    if (answer.error) {
      if (!is_unsure(*answer.error)) {
        differ("failed: " + std::string(to_string(answer.error->code)) + ": " +
               answer.error->message);
      }
      return;
    }
    const auto& declared = plan::declared(model_, *call.plan);
    const bool is_list = call.steps.empty() && (*declared.operation == Operation::query ||
                                                *declared.operation == Operation::scan);
    if (is_list) return compare_list(call, declared, expected, answer);
    if (answer.items.size() != expected.rows.size()) {
      return differ("gives " + std::to_string(answer.items.size()) + " items, not " +
                    std::to_string(expected.rows.size()));
    }
    std::vector<const model::AccessPattern*> patterns(answer.items.size(), &declared);
    if (!call.steps.empty()) {
      patterns.clear();
      for (const auto& step : call.steps) {
        const auto& run = plan::declared(model_, *step.plan);
        const bool many = model::is_batch(*run.operation);
        patterns.insert(patterns.end(), many ? step.many.size() : 1, &run);
      }
    }
    for (std::size_t i = 0; i < answer.items.size(); ++i) {
      if (answer.left.contains(i)) continue;
      const auto& is = answer.items[i];
      const auto& wanted = expected.rows[i];
      if (is.has_value() != wanted.has_value()) {
        return differ((is ? "finds what is not there: " + to_json(*is)
                          : "does not find " + text_of(context_, *wanted)));
      }
      if (!is) continue;
      ++totals_.rows;
      if (view(context_, *is, *patterns[i]) != view(context_, *wanted, *patterns[i])) {
        return differ("gives " + to_json(*is) + " and not " + text_of(context_, *wanted));
      }
    }
  }

  void compare_list(const Call& call, const model::AccessPattern& declared,
                    const Expected& expected, const Answer& answer) {
    std::multiset<std::string> is;
    std::multiset<std::string> wanted;
    for (const auto& item : answer.items) is.insert(view(context_, *item, declared));
    for (const auto& row : expected.rows) wanted.insert(view(context_, *row, declared));
    totals_.rows += is.size();
    for (const auto& row : is) {
      if (is.count(row) > wanted.count(row)) return differ("lists what it should not: " + row);
    }
    for (const auto& row : wanted) {
      if (is.count(row) < wanted.count(row)) return differ("does not list " + row);
    }
    for (std::size_t i = 0; i < answer.pages.size(); ++i) {
      const bool is_last = i + 1 == answer.pages.size();
      if (answer.pages[i] > call.limit || (!is_last && answer.pages[i] < call.limit)) {
        return differ("page " + std::to_string(i) + " of " + std::to_string(answer.pages.size()) +
                      " has " + std::to_string(answer.pages[i]) + " items, with a limit of " +
                      std::to_string(call.limit));
      }
    }
    if (declared.order) compare_order(declared, answer);
  }

  void compare_order(const model::AccessPattern& declared, const Answer& answer) {
    const auto& name = declared.order->field.name;
    std::optional<AttributeValue> last;
    for (const auto& item : answer.items) {
      const auto value = item->find(name);
      if (!value) return;  // it is not among the fields that the pattern wants
      if (last) {
        const auto order = compare_scalars(last->view(), *value);
        if (order && (declared.order->descending ? *order < 0 : *order > 0)) {
          return differ("lists " + to_json(*value) + " after " + to_json(last->view()));
        }
      }
      last = AttributeValue(*value);
    }
  }

  void compare_item(const Item& item, const Sample& wanted, const char* what) {
    const auto sample = sample_of(item);
    if (!sample || *sample != wanted) {
      differ(std::string(what) + " is " + to_json(item) + " and should be " +
             text_of(context_, wanted));
    }
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  Dice dice_;
  Totals& totals_;
  verify::Context context_;
  Oracle oracle_;
  CallMaker maker_;
  ManualTime time_;
  std::unique_ptr<Engine> engine_;
  FaultyDatabase faulty_;
  PlanCaller caller_;
  State state_;
  bool was_lost_ = false;  // an answer of the last call, or its request
  std::string difference_;
  Journal journal_;
};

}  // namespace

std::optional<std::string> run_sequence(const ProvenModel& model, std::uint64_t seed,
                                        std::size_t calls, Totals& totals) {
  ++totals.sequences;
  return Sequence(model, seed, totals).run(calls);
}

}  // namespace keywright::random_proof
