#include "check/tables.hpp"

// Rules that need the numbers of a model: sizes, loads, and what they cost.

namespace keywright::check {
namespace {

constexpr Rule hot_rows[] = {
    {"HOT001", Level::graded, "more writes on one key value than a partition takes",
     R"(A partition takes 1,000 WCU per second, and one key value lies in one partition. Reported from 500 on, an error above
1,000; in an index too, where the writes of the table are throttled then. `shards` spreads the entries of a value over several.
Counted is what is certain: creations begin in the initial state, moves leave and enter the states they name, and of N values the
busiest has at least 1/N.)",
     R"(gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}   # 2,400 jobs are created per second, all queued)",
     R"(gsi1: {pk: "STATUS#{status}", sk: "{created_at}", shards: 4})"},
    {"HOT002", Level::graded, "more reads of one key value than a partition takes",
     R"(A partition takes 3,000 RCU per second. Reported from 1,500 on, an error above 3,000.)",
     R"(recent: {pk: RECENT, sk: "{created_at}"}   # read 400 times a second, 10 RRU each)",
     R"(recent: {pk: RECENT, sk: "{created_at}", shards: 2}   # or keep the answer for a second)"},
    {"HOT003", Level::warning,
     "an index key of few values, and nobody knows how they are distributed",
     R"(Six values do not take six partitions' load: if most items have one of them, it takes all. Reported if the writes or reads
of an index would be too many for one value that gets them all; `uniform: true` on the field says that none does.)",
     R"(region: {type: enum, values: [eu, us, asia]}   # pk: "REGION#{region}", 900 writes per second)",
     R"(region: {type: enum, values: [eu, us, asia], uniform: true})"},
    {"HOT006", Level::graded, "one item takes too many writes",
     R"(A counter or a lock is one item in one partition: 1,000 WCU per second, and failed conditions are billed as well. Several
items, added up when they are read, take several times that.)",
     R"(count_visit: {op: patch, entity: Site, by: [], add: [visits], rate: {peak: 900}}   # pk: SITE)",
     R"(Counter: {key: {pk: "SITE#{shard}", sk: COUNTER}}   # shard: {type: int, min: 0, max: 9})"},
    {"HOT007", Level::graded, "more than a table takes at once",
     R"(A new table on demand takes 4,000 WRU and 12,000 RRU per second, later twice its last peak; `warm_throughput` has it
ready for more from the beginning. An account may have 40,000 of each per table unless AWS raises the quota.)",
     R"(billing: on_demand   # and 9,000 WRU per second at the peak)",
     R"(warm_throughput: {write: 9000})"},
};

constexpr Rule size_rows[] = {
    {"SIZE001", Level::error, "an item can be larger than DynamoDB allows",
     R"(An item has at most 400 KB (409,600 bytes), names included. The limits of the fields say what it may come to; what
is large and seldom read is better an item of its own, or an object elsewhere.)",
     R"(Report: {fields: {text: {type: string, max: 500000}}})",
     R"(Report: {fields: {text: {type: string, max: 300000}}})"},
    {"SIZE002", Level::warning, "a get reads much and wants little",
     R"(A read is billed by the whole item, whatever `fields` asks for. Reported where an item without its largest field would
cost half or less, and that saves 50 RRU per second.)",
     R"(get_title: {op: get, entity: Page, by: [page_id], fields: [title], rate: {peak: 500}}   # html: 40 KB)",
     R"(PageBody: {key: {pk: "PAGE#{page_id}", sk: BODY}}   # an item of its own for html)"},
    {"SIZE003", Level::graded, "more than 10 GB under one partition key with local indexes",
     R"(In a table with local indexes all items of a partition key, with their entries, have 10 GB; then writes fail. An error
by the numbers of the model, a warning where nothing bounds them.)",
     R"(Reading: {per_parent: {of: Device, max: 100000000}}   # by_size: {local: true, ..})",
     R"(Reading: {key: {pk: "DEVICE#{device_id}#{day}", sk: "{at}"}})"},
    {"SIZE004", Level::warning, "a list without bound inside an item",
     R"(A list that grows with use makes each read and write dearer, until the item has 400 KB and can be written no more.)",
     R"(comments: {type: list<string>, avg: 5})",
     R"(comments: {type: list<string>, avg: 5, max: 50})"},
    {"SIZE005", Level::warning, "a result that takes several requests",
     R"(A query gives 1 MB at most, a batch get 16 MB. What is larger is fetched in so many requests, one after the other.)",
     R"(list_reports: {op: query, entity: Report, by: [job_id], page: 500}   # a report has 20 KB)",
     R"(list_reports: {op: query, entity: Report, by: [job_id], page: 50})"},
    {"SIZE006", Level::warning, "children that only grow in number",
     R"(What a parent gathers for years is stored for years, and lies under one key value with the throughput of one partition.
Reported from 100,000 children or 1 GB per parent on, if neither a ttl nor a date in the partition key nor a max bounds them.)",
     R"(Event: {per_parent: {of: Device, avg: 1000000}, key: {pk: "DEVICE#{device_id}", sk: "{at}"}})",
     R"(Event: {per_parent: {of: Device, avg: 1000000}, key: {pk: "DEVICE#{device_id}#{day}", sk: "{at}"}})"},
    {"SIZE007", Level::warning, "a small change of a large item, often",
     R"(UpdateItem is billed by the larger of the item before and after, not by what it changes. Reported from 4 WRU per update
and 50 WRU per second on, if the change is less than a quarter of the item.)",
     R"(touch: {op: patch, entity: Document, by: [document_id], set: [seen_at], rate: {peak: 100}}   # text: 12 KB)",
     R"(DocumentUse: {key: {pk: "DOCUMENT#{document_id}", sk: USE}}   # an item of its own for seen_at)"},
    {"SIZE008", Level::error, "a transaction that is too large",
     R"(A transaction has at most 100 actions and 4 MB, those among them that keep values unique or put an item beside a move. Batches are
sent in chunks; a transaction cannot be.)",
     R"(steps: [..]   # 11 of them create items of up to 400 KB)", R"(steps: [..]   # at most 10)"},
};

constexpr Rule capacity_rows[] = {
    {"CAP001", Level::warning, "on demand where provisioned capacity is cheaper",
     R"(A unit of capacity for an hour costs $0.00065, and the 3,600 requests that it can serve $0.00225 on demand: it is cheaper if
more than 28.9% of it is used. With room for the peak at 70%, that is an average of 41.3% of the peak. Judged if all rates have
an average, and from $10 a month on.)",
     R"(rate: {peak: 1000, avg: 800}   # billing: on_demand)",
     R"(billing: {mode: provisioned, read: 1143, write: 1, autoscale: {max_read: 1429, max_write: 1}})"},
    {"CAP002", Level::warning, "provisioned capacity that does not fit the load",
     R"(Capacity that does not scale is too little at the peak, or paid in vain the rest of the time. The most that it scales
to must take the peak, of each global index as well: an index that cannot keep up throttles the writes of its table. Below
28.9% of use, on demand is cheaper.)",
     R"(billing: {mode: provisioned, read: 500, write: 100})",
     R"(billing: {mode: provisioned, read: 50, write: 10, autoscale: {max_read: 500, max_write: 100}})"},
    {"CAP003", Level::error, "capacity settings of the other billing mode",
     R"(`read`, `write` and `autoscale` belong to provisioned capacity, `max_read` and `max_write` to on-demand. DynamoDB
refuses the mixture.)",
     R"(billing: {mode: on_demand, read: 100, write: 50})",
     R"(billing: {mode: on_demand, max_read: 1000, max_write: 500})"},
    {"CAP004", Level::note, "nothing bounds the bill",
     R"(On demand a loop that has gone wild is served, and billed. A maximum of requests throttles it instead.)",
     R"(billing: on_demand)", R"(billing: {mode: on_demand, max_read: 1000, max_write: 500})"},
    {"CAP005", Level::note, "the other table class is cheaper",
     R"(In the class infrequent_access storage costs 0.4 times as much and requests 1.25 times: it is cheaper once storage costs more
than 0.417 times the requests. Reported from $10 a month on.)",
     R"(class: standard   # storage $200, requests $50)", R"(class: infrequent_access)"},
    {"CAP006", Level::note, "one pattern makes most of the bill",
     R"(More than half of what requests cost is one pattern's. What it reads or writes less is saved first.)",
     R"(put_findings: {op: batch_put, entity: Finding, items: {avg: 20}, rate: {peak: 5}}   # 60 WRU per call)",
     R"(body: {type: string, avg: 900, max: 60000}   # 1 WRU instead of 3 per finding)"},
};

}  // namespace

std::span<const Rule> hot_rules() {
  return hot_rows;
}

std::span<const Rule> size_rules() {
  return size_rows;
}

std::span<const Rule> capacity_rules() {
  return capacity_rows;
}

}  // namespace keywright::check
