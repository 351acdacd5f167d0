// SIZE001: items that DynamoDB refuses.

#include "check/findings.hpp"
#include "check/text.hpp"
#include "plan/size.hpp"
#include <keywright/item.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

constexpr auto largest_item = static_cast<double>(kMaxItemSize);
constexpr std::size_t most_notes = 5;

struct Share {
  const model::Field* field;
  double bytes;
};

}  // namespace

void check_sizes(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& entity = subject.model.entities[i];
    const auto& size = subject.plan.item_sizes[i];
    if (!size.max || *size.max <= largest_item) continue;
    std::vector<Share> shares;
    for (const auto& field : entity.fields) {
      shares.push_back({&field, plan::field_size(field).max.value_or(0)});
    }
    // Fields of one size stay in file order.
    std::sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
      return a.bytes != b.bytes ? a.bytes > b.bytes : a.field < b.field;
    });
    Finding finding{.rule = "SIZE001", .span = entity.key_span, .subject = entity.name};
    finding.message = fmt::format("a {} may take {}, and an item has at most {}", entity.name,
                                  bytes_text(*size.max), bytes_text(largest_item));
    finding.help = fmt::format("lower the max of {}, or move it to an item of its own",
                               shares.front().field->name);
    for (std::size_t share = 0; share < std::min(most_notes, shares.size()); ++share) {
      finding.notes.push_back({fmt::format("{} takes up to {}", shares[share].field->name,
                                           bytes_text(shares[share].bytes)),
                               shares[share].field->key});
    }
    findings.report(std::move(finding));
  }
}

}  // namespace keywright::check
