#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"IDX001", Level::error, "more indexes, or others, than a table can have",
     R"(A table has at most 5 local indexes and, unless AWS raises the quota, 20 global ones. Local indexes order the items
of a partition anew, so the table needs a sort key; they are made with the table and never afterwards.)",
     R"(keys: {partition: pk}
indexes: {by_size: {local: true, sort: size_sk}})",
     R"(keys: {partition: pk, sort: sk}
indexes: {by_size: {local: true, sort: size_sk}})"},
    {"IDX002", Level::error, "a projection that DynamoDB refuses",
     R"(An `include` list is not empty, names no key attribute (those are in the index anyway), and all lists of a table
have at most 100 names together.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [pk, topic]}})",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [topic]}})"},
    {"IDX003", Level::graded, "an index that does not exist, or that nobody reads",
     R"(`using` of an unknown index is an error. An index that no pattern reads is a warning: each write of its entries is
billed, and so is their storage.)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], using: gsi7})",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status]}   # the cheapest index that serves is found)"},
    {"IDX004", Level::error, "an index is not as sparse as declared",
     R"(A sparse index is cheap because few items carry its keys. The declaration is checked: no entity outside of the list
may have them, and not every item of the table may. An entry's `when` keeps an item out by leaving out its composed key
attributes: native ones are the item's own fields, so it would be in the index nonetheless.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, sparse: [Job]}
Finding: {indexes: {gsi1: {pk: "SEVERITY#{severity}", sk: "{finding_id}"}}})",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, sparse: [Job]}   # Finding has no entry)"},
    {"IDX005", Level::warning, "most entries of an index are wanted by no pattern",
     R"(Entries of entities that no pattern reads from the index are written, stored and billed in vain. Reported from half
of the entries on, by the counts of the model.)",
     R"(Finding: {indexes: {gsi1: {pk: "STATUS#finding", sk: "{finding_id}"}}}   # read for Job alone)",
     R"(Finding: {}   # no entry in gsi1)"},
    {"IDX006", Level::error, "a write changes an index key to it knows not what",
     R"(Every write that changes a field rewrites the index keys made of it, in the same request; that is derived. It
cannot be done for `add`: the sum is known only to DynamoDB, after the key was to be written. The same holds for a field
on which an entry's `when` depends.)",
     R"(count_view: {op: patch, entity: Page, by: [page_id], add: [views]}   # gsi1sk: "{views}")",
     R"(set_views: {op: patch, entity: Page, by: [page_id], set: [views]})"},
    {"IDX007", Level::warning, "most writes move entries of an index",
     R"(Where the key of an entry changes, the old entry is deleted and a new one written: two writes. That is the price of a
list by state or by score, and no defect by itself; reported where it is half of all that the table writes, and 50 WRU per second.)",
     R"(like: {op: patch, entity: Post, by: [post_id], set: [likes], rate: {peak: 500}}   # gsi1sk: "{likes}")",
     R"(count_likes: {op: patch, entity: Post, by: [post_id], set: [likes], rate: {peak: 5}}   # once a minute)"},
    {"IDX008", Level::warning, "an index holds more than its patterns read",
     R"(Each write of an item rewrites its entry with all that is projected. Reported where the patterns of an index read less
than half of the bytes of an entry, and the rest costs at least one WRU per write.)",
     R"(list_posts: {op: query, entity: Post, by: [author], page: 50, fields: [post_id, title]}   # a post has 8 KB
gsi1: {partition: gsi1pk, sort: gsi1sk, projection: all})",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [post_id, title]}})"},
    {"IDX010", Level::warning, "two indexes hold the same items in the same order",
     R"(Keys of the same fields find and order the same items, whatever literals stand around them. The second is written,
stored and billed for nothing.)",
     R"(indexes: {gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}, gsi2: {pk: "S#{status}", sk: "AT#{created_at}"}})",
     R"(indexes: {gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}})"},
    {"IDX011", Level::note, "fields would do as a key",
     R"(A global index takes up to four fields as its partition key and four as its sort key. Where a composed key says nothing
more than its fields do, they can be the key themselves: no attribute is written beside them.)",
     R"(gsi1: {pk: "{site_id}#{day}", sk: "{at}"}    # table: gsi1: {partition: gsi1pk, sort: gsi1sk})",
     R"(gsi1: {pk: [site_id, day], sk: {field: at}}  # table: gsi1: {partition: [site_id, day], sort: at})"},
    {"IDX013", Level::warning, "a local index without need",
     R"(A local index binds all items of a partition key, entries included, to 10 GB, keeps them on one partition, and can
neither be added nor removed later. What it has before a global one are strong reads: without any, a global index does the same.)",
     R"(by_size: {local: true, sort: size_sk}   # and every read of it is eventual)",
     R"(by_size: {partition: by_size_pk, sort: by_size_sk})"},
    {"IDX014", Level::warning, "what was just written is read from a global index",
     R"(A global index follows the table after some milliseconds, and now and then after seconds. A pattern with
`read_after_write: true` would find the item as it was before, or not at all.)",
     R"(my_orders: {op: query, entity: Order, by: [email], page: 10, read_after_write: true}   # served by gsi1)",
     R"(my_orders: {op: query, entity: Order, by: [customer_id], page: 10, consistency: strong, read_after_write: true})"},
    {"IDX015", Level::error, "one item is expected where an index may hold several",
     R"(The key of an index entry need not be unique: two customers with one e-mail are two entries. `unique:` keeps it so, by
an item beside the customer in one transaction.)",
     R"(customer_of: {op: query, by: [email], returns: ["Customer?"]}   # gsi1pk: "EMAIL#{email}")",
     R"(Customer: {unique: {email: [email]}})"},
    {"IDX016", Level::error, "an entry that cannot be spread over shards",
     R"(The number of the shard is written behind the partition key of the entry. That needs a key of the index's own, made
of text: a native attribute holds the field's own value, and a local index has the partition key of the table.)",
     R"(Score: {indexes: {best: {pk: {field: game}, sk: {field: points}, shards: 4}}})",
     R"(Score: {indexes: {best: {pk: "GAME#{game}", sk: "{points}", shards: 4}}})"},
};

}  // namespace

std::span<const Rule> index_rules() {
  return rows;
}

}  // namespace keywright::check
