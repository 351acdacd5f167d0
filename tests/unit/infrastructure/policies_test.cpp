#include "infrastructure/grants.hpp"
#include "models.hpp"

namespace keywright::infrastructure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// "GetItem table JOB#*", "Query table/gsi1"
std::vector<std::string> grants(const Planned& planned, const std::string& pattern) {
  std::vector<std::string> texts;
  for (const auto& grant :
       grants_of(planned.model, planned.plan, *planned.plan.find(planned.model, pattern))) {
    const auto& table = planned.model.tables[grant.table];
    auto text = std::string(grant.action) + " " + table.name;
    if (grant.index) text += "/" + table.indexes[*grant.index].name;
    texts.push_back(text + (grant.leading_key ? " " + *grant.leading_key : ""));
  }
  return texts;
}

TEST(Grants, AreWhatEachPatternOfTheReferenceModelSends) {
  const auto planned = planned_model("research");
  const auto expect = [&](const char* pattern, std::vector<std::string> wanted) {
    EXPECT_EQ(grants(planned, pattern), wanted) << pattern;
  };
  expect("get_job", {"GetItem app-table JOB#*"});
  expect("get_job_with_findings", {"Query app-table JOB#*"});
  expect("list_jobs_by_status", {"Query app-table/gsi1"});
  expect("create_job", {"PutItem app-table JOB#*"});
  expect("transition_status", {"PutItem app-table JOB#*", "UpdateItem app-table JOB#*"});
  expect("put_findings", {"BatchWriteItem app-table JOB#*"});
  expect("get_raw_fetch", {"GetItem app-table FETCH#*"});
}

// Sentinels of unique values are items too.
const char* const kAccounts = R"(keywright: 1
name: accounts
access_patterns:
  create_person: {op: create, entity: Person}
  put_person: {op: put, entity: Person}
  delete_person: {op: delete, entity: Person, by: [id]}
  change_email: {op: patch, entity: Person, by: [id], set: [email]}
  rename: {op: patch, entity: Person, by: [id], set: [name]}
  extend: {op: patch, entity: Visit, by: [id], set: [gone_at]}
  visit: {op: upsert, entity: Visit, by: [id], set: [place]}
  move: {op: transact, steps: [create_person, {op: batch_delete, entity: Note, by: [id], items: {max: 5}}]}
  read_both: {op: transact, steps: [get_person, {op: get, entity: Visit, by: [id]}]}
  get_person: {op: get, entity: Person, by: [id]}
  scan_people: {op: scan, entity: Person, kind: admin, reason: audit}
entities:
  Person:
    unique: {email: [email]}
    fields: {id: ulid, email: {type: string, max: 100}, name: {type: string, max: 100}}
    key: {pk: "PERSON*{id}", sk: PERSON}
  Visit:
    unique: {place: [place]}
    ttl: {field: gone_at}
    fields: {id: ulid, place: {type: string, max: 100}, gone_at: epoch_seconds}
    key: {pk: "VISIT#{id}", sk: VISIT}
  Note:
    fields: {id: ulid, text: {type: string, max: 100}}
    key: {pk: NOTES, sk: "{id}"}
table: {name: app, keys: {partition: pk, sort: sk}, ttl: gone_at}
)";

TEST(Grants, IncludeWhatKeepsValuesUnique) {
  const auto planned = infrastructure::planned(kAccounts);
  EXPECT_THAT(grants(planned, "create_person"),
              ElementsAre("PutItem app PERSON${*}*", "PutItem app UNIQUE#Person#email#*"));
  EXPECT_THAT(grants(planned, "put_person"),
              ElementsAre("ConditionCheckItem app UNIQUE#Person#email#*",
                          "DeleteItem app UNIQUE#Person#email#*", "PutItem app PERSON${*}*",
                          "PutItem app UNIQUE#Person#email#*"));
  EXPECT_THAT(grants(planned, "delete_person"),
              ElementsAre("ConditionCheckItem app UNIQUE#Person#email#*",
                          "DeleteItem app PERSON${*}*", "DeleteItem app UNIQUE#Person#email#*"));
  EXPECT_THAT(grants(planned, "change_email"),
              ElementsAre("ConditionCheckItem app UNIQUE#Person#email#*",
                          "DeleteItem app UNIQUE#Person#email#*",
                          "PutItem app UNIQUE#Person#email#*", "UpdateItem app PERSON${*}*"));
  EXPECT_THAT(grants(planned, "rename"), ElementsAre("UpdateItem app PERSON${*}*"));
  // The value stays, and its sentinel gets the new time.
  EXPECT_THAT(grants(planned, "extend"),
              ElementsAre("PutItem app UNIQUE#Visit#place#*", "UpdateItem app VISIT#*"));
}

TEST(Grants, IncludeTheRemovalOfWhatHasExpired) {
  const auto planned = planned_model("writes");
  bool is_found = false;
  for (const auto& pattern : planned.model.access_patterns) {
    if (*pattern.operation != model::Operation::upsert) continue;
    const auto& entity = planned.model.entities[pattern.entity().index];
    const auto found = grants(planned, pattern.name);
    const bool deletes = found.front().starts_with("DeleteItem");
    EXPECT_EQ(deletes, entity.ttl.has_value()) << pattern.name;
    is_found = is_found || deletes;
  }
  EXPECT_TRUE(is_found);
}

TEST(Grants, OfATransactionAreThoseOfItsParts) {
  const auto planned = infrastructure::planned(kAccounts);
  EXPECT_THAT(grants(planned, "move"),
              ElementsAre("DeleteItem app NOTES", "PutItem app PERSON${*}*",
                          "PutItem app UNIQUE#Person#email#*"));
  EXPECT_THAT(grants(planned, "read_both"),
              ElementsAre("GetItem app PERSON${*}*", "GetItem app VISIT#*"));
}

TEST(Grants, IncludeTheCheckOfAStepThatMayChangeNothing) {
  const auto planned = infrastructure::planned(R"(keywright: 1
name: app
access_patterns:
  edit: {op: patch, entity: Note, by: [id], set: [text, title]}
  rename: {op: patch, entity: Note, by: [id], set: [title]}
  tag: {op: patch, entity: Note, by: [id], add: [tags]}
  edit_first: {op: transact, steps: [edit, {op: delete, entity: Draft, by: [id]}]}
  rename_first: {op: transact, steps: [rename, {op: delete, entity: Draft, by: [id]}]}
  tag_first: {op: transact, steps: [tag, {op: delete, entity: Draft, by: [id]}]}
entities:
  Note:
    fields: {id: ulid, text: {type: string, max: 100}, title: {type: string, max: 100}, tags: {type: set<string>, max: 5}}
    key: {pk: "NOTE#{id}", sk: NOTE}
  Draft:
    fields: {id: ulid}
    key: {pk: "DRAFT#{id}", sk: DRAFT}
table: {name: app, keys: {partition: pk, sort: sk}}
)");
  EXPECT_THAT(grants(planned, "edit"), ElementsAre("UpdateItem app NOTE#*"));
  const std::vector<std::string> checked{"ConditionCheckItem app NOTE#*", "DeleteItem app DRAFT#*",
                                         "UpdateItem app NOTE#*"};
  EXPECT_EQ(grants(planned, "edit_first"), checked);
  EXPECT_EQ(grants(planned, "tag_first"), checked);
  EXPECT_THAT(grants(planned, "rename_first"),
              ElementsAre("DeleteItem app DRAFT#*", "UpdateItem app NOTE#*"));
}

TEST(Grants, EndWhereIamKnowsNoFurtherCharacter) {
  const auto planned = infrastructure::planned(R"(keywright: 1
name: odd
access_patterns:
  get_a: {op: get, entity: A, by: [id]}
  get_b: {op: get, entity: B, by: [id]}
entities:
  A: {fields: {id: ulid}, key: {pk: "T$É#{id}", sk: A}}
  B: {fields: {id: ulid}, key: {pk: "É#{id}", sk: B}}
table: {name: app, keys: {partition: pk, sort: sk}}
)");
  EXPECT_THAT(grants(planned, "get_a"), ElementsAre("GetItem app T${$}*"));
  EXPECT_THAT(grants(planned, "get_b"), ElementsAre("GetItem app"));
}

TEST(Grants, ClaimNothingOfKeysThatAreNoText) {
  const auto planned = planned_model("telemetry");
  for (const auto& pattern : planned.model.access_patterns) {
    for (const auto& grant : grants(planned, pattern.name)) {
      if (grant.find(" readings") == std::string::npos) continue;
      EXPECT_EQ(std::count(grant.begin(), grant.end(), ' '), 1) << grant;
    }
  }
}

TEST(Policies, AreOnePerRepositoryAndNeverScanButForItsAdmin) {
  const auto planned = infrastructure::planned(kAccounts);
  const auto output = generate_policies(planned.model, planned.plan, {});
  EXPECT_TRUE(output.diagnostics.empty());
  for (const auto& file : output.files) {
    EXPECT_EQ(file.part, generate::Part::policy);
    const bool scans = file.content.find("dynamodb:Scan") != std::string::npos;
    EXPECT_EQ(scans, file.path == "accounts/person_admin.policy.json") << file.path;
  }
  EXPECT_THAT(content_of(output, "accounts/person_admin.policy.json"), Not(HasSubstr("Condition")));
}

TEST(Policies, AreStatementsOfActionsThatReachTheSame) {
  const auto planned = planned_model("research");
  const auto output = generate_policies(planned.model, planned.plan, {"eu-west-1", "123456789012"});
  EXPECT_THAT(paths_of(output),
              ElementsAre("research/job_repository.policy.json", "research/job_admin.policy.json",
                          "research/raw_fetch_repository.policy.json"));
  EXPECT_EQ(output.files[0].content, R"({
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": [
        "dynamodb:BatchWriteItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
        "dynamodb:UpdateItem"
      ],
      "Resource": ["arn:aws:dynamodb:eu-west-1:123456789012:table/app-table"],
      "Condition": {
        "ForAllValues:StringLike": {
          "dynamodb:LeadingKeys": ["JOB#*"]
        }
      }
    },
    {
      "Effect": "Allow",
      "Action": ["dynamodb:Query"],
      "Resource": ["arn:aws:dynamodb:eu-west-1:123456789012:table/app-table/index/gsi1"]
    }
  ]
}
)");
}

// Which the checker has not seen: what is missing is left out, and nothing is read that is not
// there.
TEST(Infrastructure, MakesSomethingOfModelsWithAnyLineMissing) {
  std::size_t models = 0;
  for (const char* name : {"research", "shop", "telemetry"}) {
    const auto text =
        text_of(std::filesystem::path(KEYWRIGHT_MODELS) / (std::string(name) + ".model.yaml"));
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      const auto read =
          model::read_model(text.substr(0, begin) + text.substr(end), "test.model.yaml");
      begin = end;
      if (!read.model) continue;
      const auto plan = plan::make_plan(*read.model);
      for (const auto& output :
           {generate_cdk(*read.model, plan),
            generate_cloudformation(*read.model, plan, Syntax::yaml),
            generate_create_table(*read.model, plan), generate_policies(*read.model, plan, {})}) {
        EXPECT_NE(output.files.empty(), read.model->tables.size() > 0);
      }
      ++models;
    }
  }
  EXPECT_GT(models, 100U);
}

TEST(Policies, AreForThePartitionOfTheRegion) {
  const auto planned = planned_model("research");
  const auto arn = [&](const char* region) {
    return generate_policies(planned.model, planned.plan, {region, "*"}).files[0].content;
  };
  EXPECT_THAT(arn("cn-north-1"), HasSubstr("arn:aws-cn:dynamodb:cn-north-1:*:table"));
  EXPECT_THAT(arn("us-gov-west-1"), HasSubstr("arn:aws-us-gov:dynamodb:us-gov-west-1:*:table"));
  EXPECT_THAT(arn("*"), HasSubstr("arn:aws:dynamodb:*:*:table"));
}

}  // namespace
}  // namespace keywright::infrastructure
