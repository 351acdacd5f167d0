#include "copy/table_source.hpp"

#include "copy/json.hpp"
#include "wire/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace keywright::copy {
namespace {

constexpr double kUnitSize = 4096;
constexpr double kUsualItemSize = 1024;  // while none is known

class ScanReader final : public SegmentReader {
 public:
  ScanReader(const TableAccess& access, const ScanOptions& options, ScanRequest request)
      : access_(access),
        per_unit_(options.consistent_read ? kUnitSize : kUnitSize * 2),
        average_(options.average_item_size > 0 ? options.average_item_size : kUsualItemSize),
        request_(std::move(request)) {}

  Result<Page> next(const std::stop_token& stop) override {
    request_.limit = limit();
    const double expected = request_.limit ? std::max(1.0, access_.rate.per_second()) : last_units_;
    if (!spend(access_, expected, stop)) return stopped();
    auto response = repeat(access_.timing, access_.repetitions, &access_.rate, stop,
                           [&] { return access_.database.scan(request_); });
    if (!response) {
      Error error = std::move(response).error();
      error.message = "reading table " + access_.table + ": " + error.message;
      return error;
    }
    std::size_t bytes = 0;
    for (const Item& item : response->items) bytes += item.size_in_bytes();
    const auto& consumed = response->consumed_capacity;
    last_units_ =
        consumed ? consumed->capacity_units : std::ceil(static_cast<double>(bytes) / per_unit_);
    access_.rate.correct(last_units_ - expected);
    if (bytes > 0)
      average_ = static_cast<double>(bytes) / static_cast<double>(response->items.size());
    request_.exclusive_start_key = std::move(response->last_evaluated_key);
    return Page{std::move(response->items), !request_.exclusive_start_key.has_value()};
  }

  Position position_behind(const Item& item, std::size_t) const override {
    std::string out;
    wire::append_item(out, access_.keys.key_of(item));
    return out;
  }

  std::string place_of(const Item& item, std::size_t) const override {
    return "the item with the key " + to_json(access_.keys.key_of(item));
  }

 private:
  /// A page that costs about what a second may: a page of 1 MB is worth 128 units.
  [[nodiscard]] std::optional<std::int64_t> limit() const {
    const double rate = access_.rate.per_second();
    const double items = rate * per_unit_ / average_;
    constexpr double kMostInPage = 1'000'000;
    if (!(items < kMostInPage)) return std::nullopt;
    return std::max<std::int64_t>(1, std::llround(items));
  }

  const TableAccess& access_;
  const double per_unit_;
  double average_;
  double last_units_ = 1;
  ScanRequest request_;
};

}  // namespace

Result<std::unique_ptr<SegmentReader>> TableSource::open(std::size_t segment,
                                                         const Position& after) {
  ScanRequest request;
  request.table_name = access_.table;
  request.consistent_read = options_.consistent_read;
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  request.segment = static_cast<std::int64_t>(segment);
  request.total_segments = static_cast<std::int64_t>(options_.segments);
  if (!after.empty()) {
    auto key = JsonFile().item(after);
    if (!key) return failure("the position " + after + " does not read: " + key.error().message);
    request.exclusive_start_key = *std::move(key);
  }
  return std::unique_ptr<SegmentReader>(
      std::make_unique<ScanReader>(access_, options_, std::move(request)));
}

}  // namespace keywright::copy
