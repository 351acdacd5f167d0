// The floor: the same bytes in absl's sorted map, found and copied. No lock, no schema, no check.

#include "workload.hpp"

#include <absl/container/btree_map.h>

namespace keywright::bench {
namespace {

struct Record {
  std::string bytes;
  std::string index_key;
};

std::string index_key_of(const Job& job) {
  return job.gsi1pk + '\0' + job.gsi1sk + '\0' + job.pk;
}

std::string bytes_of(const Job& job) {
  std::string bytes;
  bytes.reserve(820);
  const auto add = [&bytes](const char* name, const std::string& value) {
    bytes.append(name).append(1, '\0').append(value).append(1, '\0');
  };
  add("pk", job.pk);
  add("sk", job.sk);
  add("job_id", job.job_id);
  add("status", job.status);
  add("created_at", job.created_at);
  add("topic", job.topic);
  add("payload", job.payload);
  add("attempts", std::to_string(job.attempts));
  if (!job.gsi1pk.empty()) {
    add("gsi1pk", job.gsi1pk);
    add("gsi1sk", job.gsi1sk);
  }
  return bytes;
}

class BareMap final : public Subject {
 public:
  void load(std::size_t jobs) override {
    for (std::size_t n = 0; n < jobs; ++n) insert(make_job(n));
    for (std::size_t n = 0; n < kCollectionSize; ++n) {
      const Job finding = make_finding(n);
      insert(finding);
      collection_keys_.push_back(finding.pk + '\0' + finding.sk);
    }
    for (std::size_t n = 0; n < jobs; ++n) {
      const Job job = make_job(n);
      keys_.push_back(job.pk + '\0' + job.sk);
      ready_.push_back(bytes_of(job));
    }
  }

  std::size_t get(std::size_t n) override {
    const std::string copy = map_.find(keys_[n])->second->bytes;
    return copy.size() + static_cast<unsigned char>(copy[0]);
  }

  std::size_t get_decoded(std::size_t n) override { return get(n); }

  std::size_t put(std::size_t n) override {
    auto record = std::make_unique<Record>(Record{ready_[n], {}});
    auto& slot = map_.find(keys_[n])->second;
    record->index_key = std::move(slot->index_key);
    slot = std::move(record);
    return slot->bytes.size();
  }

  std::size_t move_status(std::size_t n) override {
    auto& record = *map_.find(keys_[n])->second;
    std::string changed = record.bytes;  // a reader may hold the old one: replace, never patch
    changed[40] ^= 1;
    auto next = std::make_unique<Record>(Record{std::move(changed), record.index_key});
    next->index_key[8] ^= 1;
    index_.erase(record.index_key);
    index_.emplace(next->index_key, next.get());
    map_.find(keys_[n])->second = std::move(next);
    return 1;
  }

  std::size_t query_ten() override {
    start_ = (start_ + 37) % (kCollectionSize - 10);
    auto at = map_.lower_bound(collection_keys_[start_]);
    std::vector<std::string> page;
    page.reserve(10);
    for (int i = 0; i < 10; ++i, ++at) page.push_back(at->second->bytes);
    return page.back().size();
  }

 private:
  void insert(const Job& job) {
    auto record = std::make_unique<Record>(Record{bytes_of(job), {}});
    if (!job.gsi1pk.empty()) {
      record->index_key = index_key_of(job);
      index_.emplace(record->index_key, record.get());
    }
    map_.emplace(job.pk + '\0' + job.sk, std::move(record));
  }

  absl::btree_map<std::string, std::unique_ptr<Record>> map_;
  absl::btree_map<std::string, Record*> index_;
  std::vector<std::string> keys_, collection_keys_;
  std::vector<std::string> ready_;  // what put() writes
  std::size_t start_ = 0;
};

}  // namespace

std::unique_ptr<Subject> make_bare_map() {
  return std::make_unique<BareMap>();
}

}  // namespace keywright::bench
