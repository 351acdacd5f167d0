#include "engine/statement_select.hpp"

#include "core/errors.hpp"
#include "engine/content_hash.hpp"
#include "engine/page.hpp"
#include "engine/statement_keys.hpp"
#include "engine/statement_token.hpp"
#include "engine/validation.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace keywright::engine {
namespace {

using expression::OrderTerm;
using expression::Statement;

// ORDER BY

const OrderTerm* find_term(const Statement& statement,
                           const std::vector<KeyAttribute>& attributes) {
  for (const OrderTerm& term : statement.order_by) {
    for (const KeyAttribute& attribute : attributes) {
      if (term.attribute == attribute.name) return &term;
    }
  }
  return nullptr;
}

Result<void> check_order(const Source& source, const Statement& statement,
                         const SelectPlaces& places) {
  if (statement.order_by.empty()) return {};
  if (!statement.where) {
    return errors::validation(
        "Must have WHERE optional clause when using ORDER BY optional clause.");
  }
  for (const OrderTerm& term : statement.order_by) {
    if (source.keys().contains(term.attribute)) continue;
    return errors::validation("Attribute " + std::string(term.attribute) +
                              " in ORDER BY clause must be part of the primary key");
  }
  if (places.kind == SelectPlaces::Kind::everything) {
    return errors::validation(
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER "
        "BY clause.");
  }
  const bool by_partition = find_term(statement, source.keys().partition) != nullptr;
  if (places.count() > 1 && !by_partition) {
    return errors::validation(
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
        "WHERE clause.");
  }
  return {};
}

/// -1, 0 or 1, by the attributes of a key.
int compare_values(ValueView a, ValueView b) {
  const auto order = compare_scalars(a, b);
  if (!order || *order == 0) return 0;
  return *order < 0 ? -1 : 1;
}

/// Brings the places into the order that the statement asks for: by partition, then by sort key.
void order_places(const Source& source, const Statement& statement, SelectPlaces& places) {
  if (statement.order_by.empty()) return;
  const OrderTerm* partition = find_term(statement, source.keys().partition);
  const OrderTerm* sort = find_term(statement, source.keys().sort);
  const auto before = [](int order, const OrderTerm* term) {
    return term != nullptr && term->descending ? order > 0 : order < 0;
  };
  std::sort(places.partitions.begin(), places.partitions.end(), [&](const auto& a, const auto& b) {
    for (std::size_t i = 0; i < a.hash().size(); ++i) {
      const int order = compare_values(a.hash()[i].value, b.hash()[i].value);
      if (order != 0) return before(order, partition);
    }
    return false;
  });
  std::sort(places.items.begin(), places.items.end(), [&](const Key& a, const Key& b) {
    const auto order_of = [&](const std::vector<KeyAttribute>& attributes) {
      int order = 0;
      for (const KeyAttribute& attribute : attributes) {
        if (order != 0) break;
        order = compare_values(*a.find(attribute.name), *b.find(attribute.name));
      }
      return order;
    };
    const int by_partition = order_of(source.keys().partition);
    if (by_partition != 0) return before(by_partition, partition);
    return before(order_of(source.keys().sort), sort);
  });
}

// Reading

/// Reads place after place until the page is full.
class PageReader {
 public:
  PageReader(const Source& source, const SelectPlaces& places, std::optional<std::int64_t> limit,
             bool forward)
      : source_(source), places_(places), forward_(forward) {
    if (limit) limit_ = static_cast<std::size_t>(*limit);
    page_.exhausted = true;
  }

  Result<void> read(StatementPlace from) {
    for (; from.place < places_.count(); from = {from.place + 1, std::nullopt}) {
      if (is_full()) {
        next_ = std::move(from);
        page_.exhausted = false;
        return {};
      }
      auto part = read_place(from);
      if (!part) return std::move(part).error();
      looked_at_ += places_.kind == SelectPlaces::Kind::items ? 1 : part->items.size();
      page_.bytes += part->bytes;
      page_.items.insert(page_.items.end(), std::make_move_iterator(part->items.begin()),
                         std::make_move_iterator(part->items.end()));
      if (part->exhausted) continue;
      next_ = StatementPlace{from.place, source_.key_of(page_.items.back())};
      page_.exhausted = false;
      return {};
    }
    return {};
  }

  [[nodiscard]] storage::Page& page() { return page_; }
  /// Where the next page begins.
  [[nodiscard]] const std::optional<StatementPlace>& next() const { return next_; }

 private:
  [[nodiscard]] bool is_full() const { return looked_at_ >= limit_ || page_.bytes >= kPageBytes; }

  Result<storage::Page> read_place(const StatementPlace& from) const {
    switch (places_.kind) {
      case SelectPlaces::Kind::items:
        return read_item(places_.items[from.place]);
      case SelectPlaces::Kind::partitions:
        return read_partition(source_, places_.partitions[from.place], options<QueryRequest>(from),
                              kPageBytes - page_.bytes);
      case SelectPlaces::Kind::everything:
        break;
    }
    return read_segment(source_, options<ScanRequest>(from), kPageBytes - page_.bytes);
  }

  Result<storage::Page> read_item(const Key& key) const {
    const auto entry = key_of_request(source_.table, key);
    if (!entry) return entry.error();
    storage::Page page;
    page.exhausted = true;
    if (auto item = source_.items->get(entry->position())) {
      page.bytes = item->size_in_bytes();
      page.items.push_back(*std::move(item));
    }
    return page;
  }

  template <class Request>
  [[nodiscard]] Request options(const StatementPlace& from) const {
    Request request;
    request.exclusive_start_key = from.after;
    if (limit_ != kNoLimit) request.limit = static_cast<std::int64_t>(limit_ - looked_at_);
    if constexpr (requires { request.scan_index_forward; }) request.scan_index_forward = forward_;
    return request;
  }

  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  const Source& source_;
  const SelectPlaces& places_;
  const bool forward_;
  std::size_t limit_ = kNoLimit;
  std::size_t looked_at_ = 0;
  storage::Page page_;
  std::optional<StatementPlace> next_;
};

Selection selection_of(Statement& statement) {
  Selection selection;
  selection.filter = statement.where;  // the places borrow from the statement's
  selection.projection = std::move(statement.projection);
  return selection;
}

/// AWS: a page of what IN names has at most so many items.
constexpr std::int64_t kMostOfSeveralPlaces = 10;

std::optional<std::int64_t> limit_of(const ExecuteStatementRequest& request,
                                     const SelectPlaces& places) {
  if (places.count() <= 1) return request.limit;
  return std::min(request.limit.value_or(kMostOfSeveralPlaces), kMostOfSeveralPlaces);
}

Result<StatementPlace> start_of(const ExecuteStatementRequest& request, std::uint64_t content,
                                const SelectPlaces& places) {
  if (!request.next_token) return StatementPlace{};
  auto start = decode_token(*request.next_token, content);
  if (start && start->place >= places.count()) return errors::validation("Invalid NextToken");
  return start;
}

}  // namespace

Result<ExecuteStatementResponse> select_page(const Table& table, Statement& statement,
                                             const ExecuteStatementRequest& request,
                                             const Clock& clock, storage::Store& store) {
  const Selection selection = selection_of(statement);
  const auto source =
      open_source(table, statement.index, request.consistent_read, selection, clock, store);
  if (!source) return source.error();
  auto places = places_of(*source, statement);
  if (!places) return std::move(places).error();
  if (auto checked = check_order(*source, statement, *places); !checked) {
    return std::move(checked).error();
  }
  order_places(*source, statement, *places);
  const OrderTerm* by_sort = find_term(statement, source->keys().sort);

  const std::uint64_t content = content_hash(request);
  auto start = start_of(request, content, *places);
  if (!start) return std::move(start).error();
  PageReader reader(*source, *places, limit_of(request, *places),
                    by_sort == nullptr || !by_sort->descending);
  if (auto read = reader.read(*std::move(start)); !read) return std::move(read).error();

  ExecuteStatementResponse response;
  if (reader.next()) response.next_token = encode_token(*reader.next(), content);
  PageResponse page = make_page(*source, selection, request.consistent_read,
                                std::move(reader.page()), request.return_consumed_capacity);
  response.items = std::move(page.items);
  response.last_evaluated_key = std::move(page.last_evaluated_key);
  response.consumed_capacity = std::move(page.consumed_capacity);
  return response;
}

}  // namespace keywright::engine
