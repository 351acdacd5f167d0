// AP016 and AP017: reads that could be had for less.

#include "check/findings.hpp"
#include "check/text.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace keywright::check {
namespace {

constexpr double dear_strong_reads = 100;  // AP017: RRU/s more than eventual ones
constexpr double as_often = 0.9;           // AP016: gets per item listed
constexpr double long_list = 20;           // AP016: items

const cost::Traffic* traffic_of(const Subject& subject, std::size_t pattern) {
  for (const auto& traffic : subject.traffic) {
    if (traffic.pattern == pattern) return &traffic;
  }
  return nullptr;
}

// AP016: a list that leaves fields out, and a get of the same entity for each item of it.
void check_gets(const Subject& subject, const plan::PatternPlan& plan, Findings& findings) {
  const auto& list = subject.model.access_patterns[plan.pattern];
  const auto* read = plan.read();
  const bool is_partial_list = read != nullptr && read->access == plan::Access::query &&
                               !list.is_collection && !read->projected.empty() &&
                               !read->ranges.front().single;
  const auto* lists = traffic_of(subject, plan.pattern);
  if (!is_partial_list || lists == nullptr || read->ranges.front().items < long_list) return;
  const auto listed_items = lists->calls.peak * read->ranges.front().items;
  for (const auto& other : subject.plan.patterns) {
    const auto& get = subject.model.access_patterns[other.pattern];
    const auto* gets = traffic_of(subject, other.pattern);
    const bool is_get = *get.operation == model::Operation::get && gets != nullptr &&
                        get.entity().index == list.entity().index;
    if (!is_get || listed_items <= 0) continue;
    const auto ratio = gets->calls.peak / listed_items;
    if (ratio < as_often || ratio > 1 / as_often) continue;
    findings.report({.rule = "AP016",
                     .span = get.key,
                     .subject = get.name,
                     .message = fmt::format(
                         "{} runs {} times a second, as often as {} lists items ({} x {}): "
                         "one get for each",
                         get.name, number_text(gets->calls.peak), list.name,
                         number_text(lists->calls.peak), number_text(read->ranges.front().items)),
                     .help = fmt::format(
                         "read them by op: batch_get, up to 100 keys at once, or ask {} for all "
                         "fields that are needed",
                         list.name),
                     .notes = {{"the list stands here", list.key}}});
    return;
  }
}

// AP017.
void check_strong(const Subject& subject, const plan::PatternPlan& plan, Findings& findings) {
  const auto& pattern = subject.model.access_patterns[plan.pattern];
  const auto* read = plan.read();
  const auto* traffic = traffic_of(subject, plan.pattern);
  if (read == nullptr || traffic == nullptr || !read->consistent || pattern.reason) return;
  const auto more = traffic->calls.peak * read->cost.units / 2;
  if (more < dear_strong_reads) return;
  findings.report(
      {.rule = "AP017",
       .span = pattern.consistency.span,
       .subject = pattern.name,
       .message = fmt::format("the strong reads of {} cost {} RRU/s more than eventual ones, and "
                              "nobody says why they are strong",
                              pattern.name, number_text(more)),
       .help = "remove consistency: strong, or say why: reason: \"..\"",
       .notes = {{fmt::format("{} calls/s x {} RRU, of which eventual reads take half",
                              number_text(traffic->calls.peak), number_text(read->cost.units)),
                  {}}}});
}

}  // namespace

void check_pattern_costs(const Subject& subject, Findings& findings) {
  for (const auto& plan : subject.plan.patterns) {
    if (!model::is_read(*subject.model.access_patterns[plan.pattern].operation)) continue;
    check_gets(subject, plan, findings);
    check_strong(subject, plan, findings);
  }
}

}  // namespace keywright::check
