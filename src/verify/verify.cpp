#include "verify/verify.hpp"

#include "verify/calls.hpp"
#include "verify/cases.hpp"
#include "verify/compare.hpp"
#include "verify/items.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace keywright::verify {
namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t kSeeds = 10;  // items of each entity that are there for reads

// Steps that a transaction has for itself become patterns, so that they are planned.
struct Extended {
  explicit Extended(const model::Model& original) : model(original) {
    const auto count = model.access_patterns.size();
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::size_t> positions;
      const auto steps = model.access_patterns[i].steps;
      for (const auto& step : steps) {
        if (step.named) {
          positions.push_back(step.named->index);
        } else if (step.own) {
          positions.push_back(model.access_patterns.size());
          model.access_patterns.push_back(*step.own);
        }
      }
      steps_of.push_back(std::move(positions));
    }
    plan = plan::make_plan(model);
  }

  [[nodiscard]] std::vector<const plan::PatternPlan*> steps(std::size_t pattern) const {
    std::vector<const plan::PatternPlan*> plans;
    for (const auto position : steps_of[pattern]) plans.push_back(&plan.patterns[position]);
    return plans;
  }

  model::Model model;
  plan::Plan plan;
  std::vector<std::vector<std::size_t>> steps_of;
};

bool is_condition_failure(const Error& error) {
  if (error.code == ErrorCode::condition_failed) return true;
  return std::any_of(error.reasons.begin(), error.reasons.end(),
                     [](const auto& reason) { return reason.code == "ConditionalCheckFailed"; });
}

class Run {
 public:
  Run(const model::Model& model, Database& database, const TableNames& tables,
      const VerifyOptions& options)
      : extended_(model),
        context_{extended_.model, extended_.plan, options.now},
        database_(database),
        calls_(database, options.control, options.pause),
        tables_(tables),
        options_(options),
        maker_(context_),
        fresh_(context_, maker_),
        truth_([this](const Sample& a, const Sample& b) {
          return context_.entity(a.entity).table.index == context_.entity(b.entity).table.index &&
                 verify::key_of(context_, a) == verify::key_of(context_, b);
        }) {
    const auto count = extended_.steps_of.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto& pattern = context_.model.access_patterns[i];
      PatternResult result;
      result.pattern = pattern.name;
      result.operation = model::to_text(pattern.operation.value);
      report_.patterns.push_back(std::move(result));
    }
  }

  Report run() {
    if (!put_seeds()) return std::move(report_);
    for (const bool is_read : {false, true}) {
      for (std::size_t i = 0; i < report_.patterns.size() && !report_.error; ++i) {
        if (reads(i) == is_read) run_pattern(i);
      }
    }
    return std::move(report_);
  }

 private:
  // Whether a pattern reads: transactions do if their steps do.
  [[nodiscard]] bool reads(std::size_t pattern) const {
    const auto& steps = extended_.steps_of[pattern];
    const auto position = steps.empty() ? pattern : steps.front();
    return model::is_read(context_.model.access_patterns[position].operation.value);
  }

  void run_pattern(std::size_t position) {
    result_ = &report_.patterns[position];
    const auto& plan = context_.plan.patterns[position];
    const bool is_transaction = !extended_.steps_of[position].empty();
    calls_.take_usage();
    if (const auto* failure = missing_table(position)) {
      ++result_->cases;
      fail(failure->case_name, failure->what, failure->exchange);
    } else if (is_transaction && reads(position)) {
      run_transact_reads(extended_.steps(position));
    } else if (is_transaction) {
      run_writes(transact_cases(context_, tables_, extended_.steps(position), fresh_));
    } else if (reads(position)) {
      run_reads(plan);
    } else {
      run_writes(write_cases(context_, tables_, plan, fresh_));
    }
    result_->usage = calls_.take_usage();
    if (report_.error) return;
    if (result_->failure) {
      result_->outcome = Outcome::failed;
    } else if (result_->cases > 0) {
      result_->outcome = Outcome::ok;
    } else if (result_->skipped_because.empty()) {
      result_->skipped_because = "no samples could be made for it";
    }
    if (options_.observer) options_.observer(*result_);
  }

  [[nodiscard]] const Failure* missing_table_of(std::size_t entity) const {
    const auto table = context_.entity(entity).table.index;
    const auto& missing = options_.missing_tables;
    return table < missing.size() && missing[table] ? &*missing[table] : nullptr;
  }

  // Of any entity that the pattern or one of its steps is about.
  [[nodiscard]] const Failure* missing_table(std::size_t pattern) const {
    auto patterns = extended_.steps_of[pattern];
    patterns.push_back(pattern);
    for (const auto position : patterns) {
      for (const auto& returned : context_.model.access_patterns[position].returns) {
        if (const auto* failure = missing_table_of(returned.entity.index)) return failure;
      }
    }
    return nullptr;
  }

  // True if the run is to end.
  bool is_stopped() {
    if (!options_.control.stop.stop_requested()) return false;
    Error error;
    error.code = ErrorCode::timeout;
    error.message = "stopped";
    report_.error = std::move(error);
    return true;
  }

  void fail(const std::string& case_name, std::string what, const Exchange& exchange) {
    ++result_->failed_cases;
    if (!result_->failure) result_->failure = Failure{case_name, std::move(what), exchange};
  }

  // Outside of what patterns do
  // --------------------------------------------------------------------

  bool put_seeds() {
    for (std::size_t entity = 0; entity < context_.model.entities.size(); ++entity) {
      if (!context_.plan.keys[entity].table || missing_table_of(entity) != nullptr) continue;
      for (std::uint32_t number = 0; number < kSeeds; ++number) {
        const auto sample = maker_.make(entity, number);
        if (!fresh_.take(sample)) continue;
        if (auto put = put_sample(sample); !put) {
          report_.error = std::move(put).error();
          return false;
        }
      }
    }
    return true;
  }

  Result<void> put_sample(const Sample& sample) {
    auto request = plain_put(context_, tables_, sample);
    request.control = options_.control;
    if (auto put = database_.put_item(request); !put) return std::move(put).error();
    for (auto& each : sentinels_of(context_, sample)) {
      request.table_name = tables_[each.table];
      request.item = *std::move(each.item);
      if (auto put = database_.put_item(request); !put) return std::move(put).error();
    }
    truth_.put(sample);
    return {};
  }

  [[nodiscard]] const std::string& table_of(const Sample& sample) const {
    return tables_[context_.entity(sample.entity).table.index];
  }

  void forget(const Sample& sample) {
    DeleteItemRequest request;
    request.table_name = table_of(sample);
    request.key = verify::key_of(context_, sample);
    request.control = options_.control;
    [[maybe_unused]] auto deleted = database_.delete_item(request);
    for (auto& each : sentinels_of(context_, sample)) {
      request.table_name = tables_[each.table];
      request.key = std::move(each.key);
      deleted = database_.delete_item(request);
    }
    truth_.remove(sample);
  }

  // Writes ----------------------------------------------------------------------------------------

  void run_writes(const std::vector<WriteCase>& cases) {
    for (const auto& each : cases) {
      if (is_stopped()) return;
      ++result_->cases;
      const bool is_good = run_write(each);
      // What went wrong, and what has expired, is nothing for the reads that follow.
      for (const auto& effect : each.effects) {
        if (!is_good || (effect.after && has_expired(*effect.after))) forget(effect.like);
      }
    }
  }

  [[nodiscard]] bool has_expired(const Sample& sample) const {
    const auto& lifetime = context_.entity(sample.entity).ttl;
    if (!lifetime || !sample[lifetime->field.index]) return false;
    return sample[lifetime->field.index]->as_number() < Number(context_.now);
  }

  bool run_write(const WriteCase& each) {
    for (const auto& sample : each.before) {
      if (const auto put = put_sample(sample); !put) {
        fail(each.name, "an item to begin with cannot be put",
             {"PutItem", to_json(item_of(context_, sample)), error_text(put.error())});
        return false;
      }
    }
    const auto sent = calls_.write(each.request);
    const auto exchange = calls_.last();
    if (is_stopped()) return false;
    if (each.succeeds && !sent) {
      fail(each.name, "it must succeed", exchange);
      return false;
    }
    if (!each.succeeds && (sent || !is_condition_failure(sent.error()))) {
      fail(each.name, "its condition must fail", exchange);
      return false;
    }
    return std::all_of(
               each.effects.begin(), each.effects.end(),
               [&](const Effect& effect) { return check_effect(each.name, effect, exchange); }) &&
           check_sentinels(each, exchange);
  }

  // What keeps values unique, as it must be now: as before, but for what was changed.
  bool check_sentinels(const WriteCase& each, const Exchange& exchange) {
    std::map<std::string, Sentinel> expected;
    const auto expect = [&](const Sentinel& sentinel, bool is_certain) {
      const auto name = tables_[sentinel.table] + '/' + std::string(sentinel.key.encoded());
      is_certain ? void(expected.insert_or_assign(name, sentinel))
                 : void(expected.emplace(name, sentinel));
    };
    for (const auto& sample : each.before) {
      for (const auto& sentinel : sentinels_of(context_, sample)) expect(sentinel, true);
    }
    for (auto sentinel : each.sentinels) {
      if (!each.succeeds) sentinel.item.reset();
      expect(sentinel, each.succeeds);
    }
    return std::all_of(expected.begin(), expected.end(), [&](const auto& named) {
      const auto& [table, key, item] = named.second;
      return check_item(each.name, tables_[table], key, item, exchange);
    });
  }

  bool check_effect(const std::string& name, const Effect& effect, const Exchange& exchange) {
    std::optional<Item> expected;
    if (effect.after) expected = item_of(context_, *effect.after);
    if (!check_item(name, table_of(effect.like), verify::key_of(context_, effect.like), expected,
                    exchange)) {
      return false;
    }
    effect.after ? truth_.put(*effect.after) : truth_.remove(effect.like);
    return true;
  }

  bool check_item(const std::string& name, const std::string& table, const Key& key,
                  const std::optional<Item>& expected, const Exchange& exchange) {
    GetItemRequest request;
    request.table_name = table;
    request.key = key;
    request.consistent_read = true;
    request.control = options_.control;
    const auto got = database_.get_item(request);
    if (!got) {
      fail(name, "the item cannot be read back",
           {"GetItem", to_json(request.key), error_text(got.error())});
      return false;
    }
    const auto differs =
        difference(expected ? &*expected : nullptr, got->item ? &*got->item : nullptr);
    if (differs) {
      fail(name, *differs, exchange);
      return false;
    }
    return true;
  }

  // Reads -----------------------------------------------------------------------------------------

  void run_reads(const plan::PatternPlan& plan) {
    if (plan.read() == nullptr) {
      result_->skipped_because = "no key serves it";
      return;
    }
    const Read read{context_, tables_, plan};
    for (const auto& each : read_cases(read, truth_, maker_)) {
      if (is_stopped()) return;
      ++result_->cases;
      run_read(each, [&](const auto& lists) { return difference(read, each.expected, lists); });
    }
  }

  void run_transact_reads(const std::vector<const plan::PatternPlan*>& steps) {
    for (const auto& each : transact_read_cases(context_, tables_, steps, truth_, maker_)) {
      if (is_stopped()) return;
      ++result_->cases;
      run_read(each, [&](const auto& lists) -> std::optional<std::string> {
        const auto& items = lists.front();
        for (std::size_t i = 0; i < each.expected.size() && i < items.size(); ++i) {
          const Read read{context_, tables_, *steps[i]};
          if (auto differs = difference(read, {each.expected[i]}, {{items[i]}})) return differs;
        }
        if (items.size() == each.expected.size()) return std::nullopt;
        return std::to_string(each.expected.size()) + " items are wanted, " +
               std::to_string(items.size()) + " came";
      });
    }
  }

  // Again and again, as indexes and reads may be behind.
  template <class Difference>
  void run_read(const ReadCase& each, Difference difference_of) {
    milliseconds pause{50};
    for (milliseconds waited{};;) {
      const auto lists = calls_.read(each.request);
      if (is_stopped()) return;
      if (!lists) {
        fail(each.name, "it must succeed", calls_.last());
        return;
      }
      const auto differs = difference_of(*lists);
      if (!differs) return;
      if (waited >= options_.patience) {
        fail(each.name, *differs, calls_.last());
        return;
      }
      if (!options_.pause(pause) && is_stopped()) return;
      waited += pause;
      pause = std::min(pause * 2, milliseconds(1000));
    }
  }

  const Extended extended_;
  const Context context_;
  Database& database_;  // for what is no part of a pattern
  Calls calls_;
  const TableNames& tables_;
  const VerifyOptions& options_;
  const SampleMaker maker_;
  FreshSamples fresh_;
  Truth truth_;
  Report report_;
  PatternResult* result_ = nullptr;
};

}  // namespace

bool Report::is_ok() const {
  return !error && std::none_of(patterns.begin(), patterns.end(), [](const auto& pattern) {
    return pattern.outcome == Outcome::failed;
  });
}

Report verify(const model::Model& model, Database& database, const TableNames& tables,
              const VerifyOptions& options) {
  return Run(model, database, tables, options).run();
}

}  // namespace keywright::verify
