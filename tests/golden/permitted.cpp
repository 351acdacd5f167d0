// The policies of all models of these tests. After each call of a repository its observer asks the
// policy of that repository about every request of the call. In the end each permission of each
// policy must have been needed: without it a function of the repository would fail.

#include "infrastructure/infrastructure.hpp"
#include "memory_test.hpp"
#include "model/reader.hpp"
#include "model/word_case.hpp"
#include "plan/plan.hpp"
#include "policy.hpp"
#include <keywright/forwarding_database.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::testing {
namespace {

/// A policy, and which of its permissions were needed so far.
struct Repository {
  std::string name;  // "research/job_repository"
  Policy policy;
  std::set<std::size_t> needed{};
};

struct TableOfModel {
  std::string partition_key;
  std::map<std::string, std::string> index_partition_keys{};  // of those with one attribute
  std::map<std::string, Repository*, std::less<>> by_pattern{};
};

class Policies {
 public:
  Policies() {
    for (const char* name : {"research", "orders", "tasks", "telemetry", "social", "keyvalue",
                             "ledger", "treasury", "rooms", "words", "writes"}) {
      add(std::string(KEYWRIGHT_MODELS "/") + name + ".model.yaml");
    }
  }

  [[nodiscard]] const TableOfModel& table(const std::string& name) const {
    return *tables_.at(name);
  }

  void judge(std::string_view pattern, const std::string& table, const std::vector<Use>& uses) {
    const auto declared = pattern.substr(0, pattern.find('.'));  // of transition_status.start
    const auto found = this->table(table).by_pattern.find(declared);
    ASSERT_NE(found, this->table(table).by_pattern.end()) << pattern;
    for (const auto& use : uses) {
      const auto permission = found->second->policy.allows(use);
      EXPECT_TRUE(permission) << found->second->name << " must not " << use.action << " "
                              << use.resource << " "
                              << (use.leading_keys.empty() ? "" : use.leading_keys.front())
                              << ", though " << pattern << " does";
      if (permission) found->second->needed.insert(*permission);
    }
  }

  [[nodiscard]] std::vector<std::string> never_needed() const {
    std::vector<std::string> out;
    for (const auto& repository : repositories_) {
      const auto& permissions = repository->policy.permissions();
      for (std::size_t i = 0; i < permissions.size(); ++i) {
        if (repository->needed.contains(i)) continue;
        out.push_back(repository->name + ": " + permissions[i].action + " " +
                      permissions[i].resource);
      }
    }
    return out;
  }

 private:
  void add(const std::string& path) {
    std::ifstream stream(path);
    const auto read = model::read_model(
        {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, path);
    const auto& model = *read.model;
    const auto plan = plan::make_plan(model);
    std::map<std::string, Repository*> of_model;
    for (const auto& file : infrastructure::generate_policies(model, plan, {}).files) {
      const auto name = file.path.substr(0, file.path.find('.'));
      repositories_.push_back(std::make_unique<Repository>(Repository{name, Policy(file.content)}));
      expect_each_once(repositories_.back()->policy);
      of_model[name] = repositories_.back().get();
    }
    auto table = std::make_shared<TableOfModel>();
    for (const auto& aggregate : plan.aggregates) {
      const auto name = *model.name + "/" + model::snake_case(aggregate.name);
      for (const auto pattern : aggregate.patterns) {
        table->by_pattern[model.access_patterns[pattern].name] = of_model.at(name + "_repository");
      }
      for (const auto pattern : aggregate.admin_patterns) {
        table->by_pattern[model.access_patterns[pattern].name] = of_model.at(name + "_admin");
      }
    }
    for (const auto& definition : model.tables) {
      auto own = std::make_shared<TableOfModel>(*table);
      own->partition_key = definition.partition.name;
      for (const auto& index : definition.indexes) {
        if (index.local) own->index_partition_keys[index.name] = definition.partition.name;
        if (index.partition.size() == 1) {
          own->index_partition_keys[index.name] = index.partition.front().name;
        }
      }
      tables_[definition.name] = std::move(own);
    }
  }

  /// Else one of two might be missing and nobody would notice.
  static void expect_each_once(const Policy& policy) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& each : policy.permissions()) {
      EXPECT_TRUE(seen.emplace(each.action, each.resource).second) << each.action;
    }
  }

  std::vector<std::unique_ptr<Repository>> repositories_;
  std::map<std::string, std::shared_ptr<TableOfModel>> tables_;
};

Policies& policies() {
  static Policies all;
  return all;
}

/// What each request asks for, also from many threads at once.
class PolicedDatabase final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;

  Result<GetItemResponse> get_item(const GetItemRequest& request) override {
    use("GetItem", request.table_name, request.key);
    return ForwardingDatabase::get_item(request);
  }
  Result<PutItemResponse> put_item(const PutItemRequest& request) override {
    use("PutItem", request.table_name, request.item);
    return ForwardingDatabase::put_item(request);
  }
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override {
    use("UpdateItem", request.table_name, request.key);
    return ForwardingDatabase::update_item(request);
  }
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) override {
    use("DeleteItem", request.table_name, request.key);
    return ForwardingDatabase::delete_item(request);
  }
  Result<QueryResponse> query(const QueryRequest& request) override {
    const auto& index = request.index_name;
    auto resource = request.table_name;
    if (index) resource += "/index/" + *index;
    add({"dynamodb:Query", arn(resource), partition_of(request)}, request.table_name);
    return ForwardingDatabase::query(request);
  }
  Result<ScanResponse> scan(const ScanRequest& request) override {
    add({"dynamodb:Scan", arn(request.table_name)}, request.table_name);
    return ForwardingDatabase::scan(request);
  }
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) override {
    for (const auto& [table, wanted] : request.request_items) {
      for (const auto& key : wanted.keys) use("BatchGetItem", table, key);
    }
    return ForwardingDatabase::batch_get_item(request);
  }
  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
    for (const auto& [table, writes] : request.request_items) {
      for (const auto& write : writes) {
        const auto* put = std::get_if<PutRequest>(&write);
        use("BatchWriteItem", table,
            put != nullptr ? put->item : std::get<DeleteRequest>(write).key);
      }
    }
    return ForwardingDatabase::batch_write_item(request);
  }
  Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) override {
    for (const auto& get : request.transact_items) use("GetItem", get.table_name, get.key);
    return ForwardingDatabase::transact_get_items(request);
  }
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override {
    for (const auto& item : request.transact_items) std::visit(Part{*this}, item);
    return ForwardingDatabase::transact_write_items(request);
  }

  struct Call {
    std::string table;
    std::vector<Use> uses;
  };
  Call take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(call_, {});
  }

 private:
  struct Part {
    PolicedDatabase& to;
    void operator()(const TransactPut& put) const { to.use("PutItem", put.table_name, put.item); }
    void operator()(const TransactUpdate& update) const {
      to.use("UpdateItem", update.table_name, update.key);
    }
    void operator()(const TransactDelete& remove) const {
      to.use("DeleteItem", remove.table_name, remove.key);
    }
    void operator()(const TransactConditionCheck& check) const {
      to.use("ConditionCheckItem", check.table_name, check.key);
    }
  };

  static std::string arn(const std::string& table) {
    return "arn:aws:dynamodb:eu-west-1:123456789012:table/" + table;
  }

  void use(const std::string& action, const std::string& table, const Item& item) {
    Use use{"dynamodb:" + action, arn(table)};
    const auto key = item.find(policies().table(table).partition_key);
    if (key && key->is(AttributeType::string)) use.leading_keys.emplace_back(key->as_string());
    add(std::move(use), table);
  }

  /// The text that the partition key is compared with: `#pk = :pk`.
  static std::vector<std::string> partition_of(const QueryRequest& request) {
    const auto& table = policies().table(request.table_name);
    std::string attribute = table.partition_key;
    if (request.index_name) {
      const auto found = table.index_partition_keys.find(*request.index_name);
      if (found == table.index_partition_keys.end()) return {};
      attribute = found->second;
    }
    const auto text = *request.key_condition_expression + " ";
    for (const auto& [placeholder, name] : request.expression_attribute_names) {
      for (const auto& [value_name, value] : request.expression_attribute_values) {
        if (name != attribute) continue;
        if (text.find(placeholder + " = " + value_name + " ") == std::string::npos) continue;
        if (value.type() != AttributeType::string) return {};
        return {std::string(value.view().as_string())};
      }
    }
    ADD_FAILURE() << "no partition key in " << text;
    return {};
  }

  void add(Use use, const std::string& table) {
    const std::scoped_lock lock(mutex_);
    call_.table = table;
    call_.uses.push_back(std::move(use));
  }

  std::mutex mutex_;
  Call call_;
};

class PermittedAccess final : public Access {
 public:
  explicit PermittedAccess(Database& database) : database_(database) {}

  Database& database() override { return database_; }
  Observer observer() override {
    return [this](const CallReport& report) {
      const auto call = database_.take();
      if (!call.uses.empty()) policies().judge(report.pattern, call.table, call.uses);
    };
  }

 private:
  PolicedDatabase database_;
};

class EachPermissionIsNeeded final : public ::testing::Environment {
  void TearDown() override {
    if (::testing::GTEST_FLAG(filter) != "*" || ::testing::GTEST_FLAG(shuffle)) return;
    EXPECT_EQ(policies().never_needed(), std::vector<std::string>());
  }
};

const auto* const environment =
    ::testing::AddGlobalTestEnvironment(new EachPermissionIsNeeded);  // NOLINT: GoogleTest owns it

}  // namespace

std::unique_ptr<Access> access_to(Database& database, const Clock& /*clock*/) {
  return std::make_unique<PermittedAccess>(database);
}

TEST(PolicyEvaluator, KnowsPatterns) {
  EXPECT_TRUE(is_like("JOB#1", "JOB#*"));
  EXPECT_FALSE(is_like("JO", "JOB#*"));
  EXPECT_TRUE(is_like("a*b", "a${*}?"));
  EXPECT_FALSE(is_like("axb", "a${*}b"));
  EXPECT_TRUE(is_like("$", "${$}"));
}

TEST(PolicyEvaluator, DeniesWhatNoStatementAllows) {
  const Policy policy(R"({"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Action": ["dynamodb:GetItem"], "Resource": ["arn:t"],
     "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["A#*", "B"]}}}]})");
  EXPECT_TRUE(policy.allows({"dynamodb:GetItem", "arn:t", {"A#1", "B"}}));
  EXPECT_FALSE(policy.allows({"dynamodb:GetItem", "arn:t", {"A#1", "C"}}));
  EXPECT_FALSE(policy.allows({"dynamodb:PutItem", "arn:t", {"A#1"}}));
  EXPECT_FALSE(policy.allows({"dynamodb:GetItem", "arn:t/index/i", {"A#1"}}));
}

}  // namespace keywright::testing
