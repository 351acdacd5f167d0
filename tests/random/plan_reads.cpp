#include "plan_reads.hpp"

#include "plan_run.hpp"
#include "verify/items.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace keywright {
namespace random_proof {

// An item as it is, where the runtime wants an entity.
struct RawItem {
  Item item;
};
constexpr auto describe(const RawItem* /*type*/) {
  return Entity<>{"RawItem"};
}

}  // namespace random_proof

template <>
Result<random_proof::RawItem> from_item(const Item& item) {
  return random_proof::RawItem{item};
}

}  // namespace keywright

namespace keywright::random_proof {
namespace {

class ReadRun : PlanRun {
 public:
  using PlanRun::PlanRun;

  Answer run() { return call_.steps.empty() ? read(call_) : read_transaction(); }

 private:
  [[nodiscard]] static const plan::Input& input(const Call& call, std::size_t position) {
    return call.plan->inputs[position];
  }

  [[nodiscard]] std::string_view ttl_attribute(const model::AccessPattern& of) const {
    if (*of.expired == model::ExpiredItems::include) return {};
    for (const auto& returned : of.returns) {
      const auto& each = context_.entity(returned.entity.index);
      if (each.ttl) return each.ttl->field.name;
    }
    return {};
  }

  std::string_view projection_of(const Call& call) {
    const auto& of = context_.entity(pattern(call).entity().index);
    std::vector<std::string> names;
    for (const auto field : call.plan->read()->projected) names.push_back(of.fields[field].name);
    const std::string ttl(ttl_attribute(pattern(call)));
    const bool lacks = std::find(names.begin(), names.end(), ttl) == names.end();
    if (!names.empty() && !ttl.empty() && lacks) names.push_back(ttl);
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "#" : ", #") + name;
    return keep(std::move(text));
  }

  const GetPattern& get_pattern(const Call& call) {
    GetPattern made;
    made.name = keep(name_of(call));
    made.consistent_read = call.plan->read()->consistent;
    made.projection = projection_of(call);
    made.ttl_attribute = ttl_attribute(pattern(call));
    return get_patterns_.emplace_back(made);
  }

  [[nodiscard]] Result<Key> read_key(const Call& call, const verify::Arguments& arguments) const {
    std::vector<KeyValue> parts;
    const auto& read = *call.plan->read();
    for (const auto* half : {&read.partition, &read.sort_equal}) {
      for (const auto& expression : *half) {
        parts.push_back(
            to_key(expression.attribute, *verify::evaluate(context_, expression, arguments)));
      }
    }
    return to_item_key(parts);
  }

  Answer read(const Call& call) {
    switch (call.plan->read()->access) {
      case plan::Access::get_item: {
        auto item = repository_.get_item(get_pattern(call), read_key(call, call.arguments));
        if (!item) return {.error = item.error()};
        return {.items = {*std::move(item)}};
      }
      case plan::Access::batch_get_item: {
        std::vector<Result<Key>> keys;
        for (const auto& each : call.many) keys.push_back(read_key(call, each));
        auto batch = repository_.batch_get_items(get_pattern(call), std::move(keys));
        if (!batch) return {.error = batch.error()};
        return {.items = batch->items, .left = batch->unread};
      }
      default:
        return list(call);
    }
  }

  Answer read_transaction() {
    GetPattern by;
    by.name = keep(name_of(call_));
    ReadTransaction transaction(get_patterns_.emplace_back(by));
    std::deque<std::optional<RawItem>> found;
    for (const auto& step : call_.steps) {
      const bool many = step.plan->read()->access == plan::Access::batch_get_item;
      for (std::size_t i = 0; i < (many ? step.many.size() : 1); ++i) {
        transaction.get(get_pattern(step), read_key(step, many ? step.many[i] : step.arguments),
                        found.emplace_back());
      }
    }
    const auto done = repository_.transact(transaction);
    if (!done) return {.error = done.error()};
    Answer answer;
    for (const auto& each : found) {
      answer.items.push_back(each ? std::optional(each->item) : std::nullopt);
    }
    return answer;
  }

  // Queries and scans ----------------------------------------------------------------------------

  // A value of the query, bound once it is made.
  struct Bound {
    std::string_view placeholder;
    std::optional<KeyValue> key;
    AttributeValue value;
    bool is_sharded = false;
  };

  std::string_view bind_key(const Call& call, const plan::KeyExpression& expression,
                            const std::string& name, bool is_sharded = false) {
    const auto at = keep(":" + name);
    bound_.push_back(
        {at,
         to_key(expression.attribute, *verify::evaluate(context_, expression, call.arguments)),
         {},
         is_sharded});
    return at;
  }

  std::string sort_condition(const Call& call) {
    using plan::SortConditionKind;
    const auto& sort = call.plan->read()->sort;
    const auto& attribute =
        sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
    const auto name = "#" + attribute;
    const auto compare = [&](const char* symbol, const plan::KeyExpression& end, const char* as) {
      return name + symbol + std::string(bind_key(call, end, as));
    };
    switch (sort.kind) {
      case SortConditionKind::none:
        return "";
      case SortConditionKind::equal:
        return compare(" = ", sort.lower, "sort_at");
      case SortConditionKind::begins_with:
        return "begins_with(" + name + ", " +
               std::string(bind_key(call, sort.lower, "sort_prefix")) + ")";
      case SortConditionKind::between: {
        auto text = compare(" BETWEEN ", sort.lower, "sort_from");
        return text + " AND " + std::string(bind_key(call, sort.upper, "sort_to"));
      }
      case SortConditionKind::greater_equal:
        return compare(" >= ", sort.lower, "sort_from");
      case SortConditionKind::greater:
        return compare(" > ", sort.lower, "sort_from");
      case SortConditionKind::less_equal:
        return compare(" <= ", sort.upper, "sort_to");
      case SortConditionKind::less:
        return compare(" < ", sort.upper, "sort_to");
    }
    return "";
  }

  std::string key_condition(const Call& call) {
    const auto& read = *call.plan->read();
    std::string text;
    const auto add = [&](std::string more) {
      if (!more.empty()) text += (text.empty() ? "" : " AND ") + more;
    };
    for (const auto* half : {&read.partition, &read.sort_equal}) {
      for (const auto& expression : *half) {
        const bool is_sharded = read.shards > 1 && half == &read.partition;
        const auto at = bind_key(call, expression, expression.attribute, is_sharded);
        add("#" + expression.attribute + " = " + std::string(at));
      }
    }
    add(sort_condition(call));
    return text;
  }

  std::string_view bind_input(const Call& call, std::size_t position) {
    const auto at = keep(":in_" + input(call, position).name);
    const bool is_bound = std::any_of(bound_.begin(), bound_.end(),
                                      [&](const Bound& each) { return each.placeholder == at; });
    if (!is_bound) bound_.push_back({at, {}, *call.arguments.values[position], false});
    return at;
  }

  std::string filter_text(const Call& call, const plan::Filter& filter) {
    using FilterKind = plan::Filter::Kind;
    if (filter.kind == FilterKind::is_type) {
      std::string types;
      for (const auto each : filter.entities) {
        const auto at = keep(":type" + std::to_string(each));
        bound_.push_back({at, {}, AttributeValue(context_.entity(each).name), false});
        types += (types.empty() ? "" : ", ") + std::string(at);
      }
      return "#" + std::string(verify::kTypeAttribute) + " IN (" + types + ")";
    }
    const auto name = "#" + context_.entity(filter.entity).fields[filter.field].name;
    const auto value = [&](std::size_t position) {
      return std::string(bind_input(call, position));
    };
    switch (filter.kind) {
      case FilterKind::equal:
        return name + " = " + value(*filter.input);
      case FilterKind::less:
        return name + " < " + value(*filter.input);
      case FilterKind::less_equal:
        return name + " <= " + value(*filter.input);
      case FilterKind::greater:
        return name + " > " + value(*filter.input);
      case FilterKind::greater_equal:
        return name + " >= " + value(*filter.input);
      case FilterKind::between: {
        auto text = name + " BETWEEN " + value(*filter.input);
        return text + " AND " + value(*filter.upper_input);
      }
      default:
        return "begins_with(" + name + ", " + value(*filter.input) + ")";
    }
  }

  std::string filters(const Call& call) {
    std::set<std::string> known;
    std::string text;
    for (const auto& filter : call.plan->read()->filters) {
      auto condition = filter_text(call, filter);
      if (!known.insert(condition).second) continue;
      text += (text.empty() ? "" : " AND ") + condition;
    }
    return text;
  }

  QueryPattern query_pattern(const Call& call) {
    const auto& read = *call.plan->read();
    const auto& of = context_.entity(pattern(call).entity().index);
    QueryPattern made;
    made.name = keep(name_of(call));
    if (read.index) {
      made.index_name = context_.model.tables[of.table.index].indexes[*read.index].name;
    }
    if (read.access == plan::Access::query) made.key_condition = keep(key_condition(call));
    made.filter = keep(filters(call));
    made.projection = projection_of(call);
    made.ttl_attribute = ttl_attribute(pattern(call));
    made.scan_index_forward = read.forward;
    made.consistent_read = read.consistent;
    if (read.shards > 1) {
      const auto& key = *context_.plan.keys[pattern(call).entity().index].in(read.index);
      made.shards = read.shards;
      made.shard_keys.partition = read.partition.front().attribute;
      if (!key.sort.empty()) made.shard_keys.sort = key.sort.front().name;
    }
    return made;
  }

  Answer list(const Call& call) {
    const auto by = query_pattern(call);
    BoundQuery query(by);
    for (const auto& each : bound_) {
      if (!each.key) {
        query.bind(each.placeholder, each.value);
      } else if (each.is_sharded) {
        query.bind_sharded(each.placeholder, *each.key);
      } else {
        query.bind(each.placeholder, *each.key);
      }
    }
    Answer answer;
    if (call.limit == 0) {
      const auto stream = repository_.item_stream(query);
      for (;;) {
        auto item = stream->next();
        if (!item) return {.error = item.error()};
        if (!*item) return answer;
        answer.items.push_back(**std::move(item));
      }
    }
    PageOptions options{.limit = call.limit};
    do {
      auto page = repository_.list_items(query, options);
      if (!page) return {.error = page.error()};
      answer.pages.push_back(page->items.size());
      for (auto& item : page->items) answer.items.emplace_back(std::move(item));
      options.cursor = page->next_cursor;
    } while (options.cursor);
    return answer;
  }

  std::deque<GetPattern> get_patterns_;
  std::deque<Bound> bound_;
};

}  // namespace

Answer make_read(const verify::Context& context, const Repository& repository, const Call& call) {
  return ReadRun(context, repository, call).run();
}

}  // namespace keywright::random_proof
