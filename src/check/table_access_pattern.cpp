#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"AP001", Level::error, "no key serves the access pattern",
     R"(DynamoDB finds items by their partition key, whole, and by nothing else. A pattern whose inputs do not
make up the partition key of the table or of an index could only be answered by reading everything, so no
function is generated for it. The finding names the index that would serve, and what each write would pay for it.)",
     R"(list_jobs_by_topic: {op: query, entity: Job, by: [topic]}   # keys: JOB#{job_id}, STATUS#{status})",
     R"(list_jobs_by_topic: {op: query, entity: Job, by: [topic]}
# and in Job:
indexes: {gsi2: {pk: "TOPIC#{topic}", sk: "{created_at}"}})"},
    {"AP002", Level::error, "an item is addressed by less, or by other, than its key",
     R"(A get, patch, transition or delete goes to one item, whose whole key must be known: every component of
partition and sort key, and no field besides. A get cannot search, and neither can a write.)",
     R"(get_finding: {op: get, entity: Finding, by: [job_id]}   # sk: FINDING#{finding_id})",
     R"(get_finding: {op: get, entity: Finding, by: [job_id, finding_id]})"},
    {"AP003", Level::error, "a condition is no left part of the sort key",
     R"(A sort key is compared from the left, as one text. A component can be bound, or have a range, only if all
components before it are bound; a range must be the last thing that is asked of the key, and the key must sort as the
field does: an enum sorts as text, so its values are listed in that order. `prefix` works on strings alone. A
collection is one range, which must bound each of its entities by itself.)",
     R"(list_orders: {op: query, entity: Order, by: [customer_id, status]}   # sk: "{placed_at}#{status}")",
     R"(list_orders: {op: query, entity: Order, by: [customer_id, status]}   # sk: "{status}#{placed_at}")"},
    {"AP004", Level::graded, "a condition is answered by a filter",
     R"(A filter runs after the read: what it drops is paid for all the same, and pages come back short or empty. It is
an error from 10 items read per item returned, a warning from 2, and a warning if the model does not say how many
values the field has (`cardinality`).)",
     R"(list_findings: {op: query, entity: Finding, by: [job_id, severity]}   # severity is in no key)",
     R"(list_findings: {op: query, entity: Finding, by: [job_id, severity]}   # sk: "FINDING#{severity}#{finding_id}")"},
    {"AP005", Level::error, "a scan that is not rare administration",
     R"(A scan reads and bills the whole table on every call. It is accepted from patterns of `kind: admin` that run
less than once in ten seconds.)",
     R"(all_jobs: {op: scan, entity: Job, kind: admin, rate: {peak: 2}})",
     R"(all_jobs: {op: scan, entity: Job, kind: admin, rate: {peak: 0.01}})"},
    {"AP006", Level::error, "a strong read of a global index",
     R"(Global indexes follow the table with a delay and offer eventual reads only; DynamoDB refuses ConsistentRead.)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], consistency: strong}   # served by gsi1)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status]})"},
    {"AP007", Level::error, "the wanted order is not that of the sort key",
     R"(A query returns items in the order of the sort key. What is ordered by must be the first component that is not
bound; sorting a page after the read would sort that page alone.)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], order: created_at desc}   # gsi1sk: "{topic}")",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], order: created_at desc}   # gsi1sk: "{created_at}")"},
    {"AP008", Level::error, "a list without bound",
     R"(A list of something that grows needs a page size or a bound: without, one call reads more each month, until it
times out. What has a `max` per parent, or is one item, is bounded. A collection (`returns`) is read whole, so it takes
`max_items` and no `page`.)",
     R"(list_orders: {op: query, entity: Order, by: [customer_id]})",
     R"(list_orders: {op: query, entity: Order, by: [customer_id], page: 25})"},
    {"AP009", Level::error, "needed fields are not in the index",
     R"(An index holds what its projection names. A field that it does not hold would be missing from the result, or
cost a read of every item from the table.)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], fields: [job_id, topic]}
gsi1: {partition: gsi1pk, sort: gsi1sk, projection: keys_only})",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], fields: [job_id, topic]}
gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [job_id, topic]}})"},
    {"AP010", Level::warning, "an entity that is only read, or only written",
     R"(Either a pattern is missing from the list, and with it a key, or the entity is not needed.)",
     R"(put_report: {op: put, entity: Report}   # and no pattern returns Report)",
     R"(put_report: {op: put, entity: Report}
get_report: {op: get, entity: Report, by: [job_id]})"},
    {"AP011", Level::by_profile, "a number is missing",
     R"(Cost, hot keys and page sizes are computed from three numbers: how often a pattern runs at its peak, how large a
field is, and how many items a list chooses from. Without them the checks that need them say nothing.)",
     R"(get_job: {op: get, entity: Job, by: [job_id]})",
     R"(get_job: {op: get, entity: Job, by: [job_id], rate: {peak: 100}})"},
    {"AP012", Level::warning, "a read also covers entities that it does not return",
     R"(What lies between the items that are wanted is read and billed with them. Reported from a tenth of the bytes on,
with a key that would be read in vain. Sort keys that begin with other literals keep the neighbours out.)",
     R"(# get_job_with_findings returns Finding (sk FINDING#..) and Report (sk REPORT)
JobDebug: {key: {pk: "JOB#{job_id}", sk: LOG}})",
     R"(JobDebug: {key: {pk: "JOB#{job_id}", sk: DEBUG}}   # sorts before FINDING#)"},
    {"AP013", Level::error, "a returned entity is not where the pattern reads",
     R"(One query reads one partition of one table or index. An entity of another table, under another partition key, spread
over shards, without a field that is asked for, or one that an index leaves out in part, cannot be in its result.)",
     R"(get_job_with_findings: {op: query, by: [job_id], returns: [Job, "Report?"]}
Report: {key: {pk: "REPORT#{job_id}", sk: REPORT}})",
     R"(Report: {key: {pk: "JOB#{job_id}", sk: REPORT}})"},
    {"AP014", Level::error, "an input of a pattern has two types",
     R"(One argument binds the field in every entity returned. Where they declare it with different types, no argument
fits. (Two patterns of one name are refused when the file is read: MDL002.))",
     R"(get_job_with_findings: {op: query, by: [job_id], returns: [Job, "Finding*"]}
# Job:     job_id: {type: ulid}
# Finding: job_id: {type: string})",
     R"(# Job:     job_id: {type: ulid}
# Finding: job_id: {type: ulid})"},
    {"AP016", Level::warning, "a get for each item of a list",
     R"(A list that leaves fields out, and a get of the same entity that runs as often as the list returns items, are one
request per item. A batch reads up to 100 items in one, for the same units; a list that holds what is needed costs less still.)",
     R"(list_jobs: {op: query, entity: Job, by: [status], page: 50, fields: [job_id], rate: {peak: 5}}
get_job:   {op: get, entity: Job, by: [job_id], rate: {peak: 250}})",
     R"(get_jobs:  {op: batch_get, entity: Job, by: [job_id], items: {avg: 50}, rate: {peak: 5}})"},
    {"AP017", Level::warning, "strong reads for which nobody says why",
     R"(A strong read costs twice an eventual one, and needs the replica that takes the writes. Often the answer is in hand:
each write returns the item as it is then. Reported from 100 RRU per second on that eventual reads would save.)",
     R"(get_job: {op: get, entity: Job, by: [job_id], consistency: strong, rate: {peak: 5000}})",
     R"(get_job: {op: get, entity: Job, by: [job_id], consistency: strong, reason: "billing reads it", rate: {peak: 5000}})"},
};

}  // namespace

std::span<const Rule> access_pattern_rules() {
  return rows;
}

}  // namespace keywright::check
