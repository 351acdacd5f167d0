// Requests that are wrong: the texts, and which of several a user sees.

#include "recording_database.hpp"
#include "wire_test.hpp"

namespace keywright::wire {
namespace {

class Faulty : public WireTest {
 protected:
  void SetUp() override { create_table(); }

  /// What PutItem says of an attribute.
  std::string put(const std::string& value) {
    return failure("PutItem",
                   "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'},'x':" + value + "}}");
  }
  std::string enveloped(const std::string& text) {
    return validation("1 validation error detected: " + text);
  }
};

TEST_F(Faulty, TargetsThatAreUnknown) {
  for (const char* target : {"", "GetItem", "DynamoDB_20120810.", "DynamoDB_20120810.Fly",
                             "DynamoDB_20111205.GetItem", "DynamoDB_20120810.ListStreams",
                             "DynamoDBStreams_20120810.GetItem", "DynamoDB_20120810.getitem"}) {
    const Answer answer = dispatcher_.answer(*engine_, target, "{}");
    EXPECT_EQ(answer.status, 400U);
    EXPECT_EQ(answer.operation, "");
    EXPECT_EQ(answer.error, "UnknownOperationException");
    EXPECT_EQ(answer.body, R"({"__type":"com.amazon.coral.service#UnknownOperationException"})")
        << target;
  }
}

TEST_F(Faulty, OperationsThatNoDatabaseHas) {
  const Answer answer = call("CreateBackup", "{}");
  EXPECT_EQ(answer.operation, "CreateBackup");
  EXPECT_EQ(answer.body,
            "{'__type':'com.amazon.coral.service#UnknownOperationException',"
            "'message':'The operation CreateBackup is not supported.'}");
}

TEST_F(Faulty, BodiesThatAreNoJsonObject) {
  EXPECT_EQ(failure("ListTables", "[]"), serialization("The body is not a JSON object"));
  EXPECT_EQ(failure("ListTables", "null"), serialization("The body is not a JSON object"));
  for (const std::string body :
       {"", " ", "{", "{}x", "{} {}", "{'a':}", "\xef\xbb\xbf{}", "{'a':'\xff'}",
        "{'a':'\xc0\x80'}", "{'a':'\\ud800'}", "{'a':'\\udc00\\ud800'}", "{'a':1e999}", "{'a':01}",
        "{'a':NaN}", "{'a':123456789012345678901234567890}", "{'a':'\n'}", "{'a':1,}", "{a:1}"}) {
    const Answer answer = call("ListTables", body);
    EXPECT_EQ(answer.error, "SerializationException") << body;
    EXPECT_EQ(answer.status, 400U);
  }
  EXPECT_EQ(dispatcher_.answer(*engine_, "DynamoDB_20120810.ListTables", std::string_view()).error,
            "SerializationException");
}

TEST_F(Faulty, NestingIsLimitedLongBeforeTheStackIs) {
  std::string deep = "{'TableName':'tab','Item':{'x':";
  for (int i = 0; i < 100'000; ++i) deep += "{'L':[";
  EXPECT_EQ(call("PutItem", deep).error, "SerializationException");
  const auto nested = [](int levels) {
    std::string value = "{'N':'1'}";
    for (int i = 1; i < levels; ++i) value = "{'M':{'x':" + value + "}}";
    return value;
  };
  ok("PutItem",
     "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'},'x':" + nested(32) + "}}");
  for (const int levels : {33, 60, 120}) {
    EXPECT_EQ(put(nested(levels)),
              validation("Nesting Levels have exceeded supported limits: Attributes in the item "
                         "have nested levels beyond supported limit"));
  }
}

TEST_F(Faulty, MembersOfAWrongJsonType) {
  const auto get = [&](const std::string& member) {
    return failure("Query", "{'TableName':'tab'," + member + "}");
  };
  const std::string unexpected = "Start of structure or map found where not expected";
  EXPECT_EQ(failure("GetItem", "{'TableName':5}"),
            serialization("NUMBER_VALUE cannot be converted to String"));
  EXPECT_EQ(failure("GetItem", "{'TableName':1.5}"),
            serialization("DECIMAL_VALUE cannot be converted to String"));
  EXPECT_EQ(failure("GetItem", "{'TableName':true}"),
            serialization("TRUE_VALUE cannot be converted to String"));
  EXPECT_EQ(failure("GetItem", "{'TableName':[]}"),
            serialization("Unrecognized collection type class java.lang.String"));
  EXPECT_EQ(failure("GetItem", "{'TableName':{}}"), serialization(unexpected));
  EXPECT_EQ(get("'Limit':'5'"), serialization("STRING_VALUE cannot be converted to Integer"));
  EXPECT_EQ(get("'Limit':false"), serialization("FALSE_VALUE cannot be converted to Integer"));
  EXPECT_EQ(get("'Limit':18446744073709551615"),
            serialization("NUMBER_VALUE cannot be converted to Integer"));
  EXPECT_EQ(get("'ConsistentRead':'true'"), serialization("Unexpected token received from parser"));
  EXPECT_EQ(get("'ConsistentRead':1"),
            serialization("NUMBER_VALUE cannot be converted to Boolean"));
  EXPECT_EQ(get("'AttributesToGet':'a'"), serialization("Unexpected field type"));
  EXPECT_EQ(get("'AttributesToGet':{}"), serialization(unexpected));
  EXPECT_EQ(get("'KeyConditions':5"), serialization("Unexpected field type"));
  EXPECT_EQ(get("'Select':5"), serialization("NUMBER_VALUE cannot be converted to String"));
  EXPECT_EQ(get("'ExclusiveStartKey':[]"),
            serialization("Unrecognized collection type java.util.Map<java.lang.String, "
                          "com.amazonaws.dynamodb.v20120810.AttributeValue>"));
  EXPECT_EQ(failure("UpdateTable",
                    "{'TableName':'tab','ProvisionedThroughput':{"
                    "'ReadCapacityUnits':'1','WriteCapacityUnits':1}}"),
            serialization("STRING_VALUE cannot be converted to Long"));
}

TEST_F(Faulty, ValuesOfAWrongJsonType) {
  EXPECT_EQ(put("{'N':5}"), serialization("NUMBER_VALUE cannot be converted to String"));
  EXPECT_EQ(put("{'BOOL':'true'}"), serialization("Unexpected token received from parser"));
  EXPECT_EQ(put("{'NULL':'true'}"), serialization("Unexpected token received from parser"));
  EXPECT_EQ(put("{'S':5}"), serialization("NUMBER_VALUE cannot be converted to String"));
  EXPECT_EQ(put("'a'"), serialization("Unexpected field type"));
  EXPECT_EQ(put("[]"), serialization("Unrecognized collection type class "
                                     "com.amazonaws.dynamodb.v20120810.AttributeValue"));
  EXPECT_EQ(put("{'L':{}}"), serialization("Start of structure or map found where not expected"));
  EXPECT_EQ(put("{'M':'a'}"), serialization("Unexpected field type"));
  EXPECT_EQ(put("{'SS':'a'}"), serialization("Unexpected field type"));
  EXPECT_EQ(put("{'NS':[1]}"), serialization("NUMBER_VALUE cannot be converted to String"));
  EXPECT_EQ(put("{'B':5}"), serialization("only base-64-encoded strings are convertible to bytes"));
  EXPECT_EQ(put("{'B':'abcde'}"),
            serialization("Base64 encoded length is expected a multiple of 4 bytes but found: 5"));
  for (const char* text : {"ab-_", "YR==", "=AAA", "A===", "AA=A", "YWI\\n"}) {
    EXPECT_EQ(put("{'B':'" + std::string(text) + "'}"), serialization("Invalid base64 encoding"));
  }
}

TEST_F(Faulty, ValuesThatCannotBe) {
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::string empty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  EXPECT_EQ(put("{}"), enveloped(empty));
  EXPECT_EQ(put("null"), enveloped(empty));
  EXPECT_EQ(put("{'S':null}"), enveloped(empty));
  EXPECT_EQ(put("{'X':'a'}"), enveloped(empty));
  EXPECT_EQ(put("{'L':[null]}"), enveloped(empty));
  EXPECT_EQ(put("{'M':{'y':{}}}"), enveloped(empty));
  EXPECT_EQ(put("{'S':'a','N':'1'}"),
            enveloped("Supplied AttributeValue has more than one datatypes set, must contain "
                      "exactly one of the supported datatypes"));
  EXPECT_EQ(put("{'NULL':false}"),
            enveloped(invalid + "Null attribute value types must have the value of true"));
  EXPECT_EQ(put("{'SS':[]}"), enveloped(invalid + "An string set  may not be empty"));
  EXPECT_EQ(put("{'NS':[]}"), enveloped(invalid + "An number set  may not be empty"));
  EXPECT_EQ(put("{'BS':[]}"), enveloped(invalid + "Binary sets should not be empty"));
  EXPECT_EQ(put("{'SS':['a','b','a']}"),
            enveloped(invalid + "Input collection [a, b, a] contains duplicates."));
  EXPECT_EQ(put("{'NS':['1','1.0']}"), enveloped("Input collection contains duplicates"));
  EXPECT_EQ(put("{'BS':['YQ==','YQ==']}"),
            enveloped(invalid + "Input collection [YQ==, YQ==]of type BS contains duplicates."));
  EXPECT_EQ(put("{'N':'x'}"), enveloped("The parameter cannot be converted to a numeric value: x"));
  EXPECT_EQ(put("{'N':''}"), enveloped("The parameter cannot be converted to a numeric value"));
  EXPECT_EQ(put("{'NS':['1e126']}"),
            enveloped("Number overflow. Attempting to store a number with magnitude larger than "
                      "supported range"));
  EXPECT_EQ(put("{'N':'1e-131'}"),
            enveloped("Number underflow. Attempting to store a number with magnitude smaller than "
                      "supported range"));
  EXPECT_EQ(put("{'N':'" + std::string(39, '9') + "'}"),
            enveloped("Attempting to store more than 38 significant digits in a Number"));
}

TEST_F(Faulty, TheEnvelopeIsASwitch) {
  Dispatcher older(false);
  const Answer answer =
      older.answer(*engine_, "DynamoDB_20120810.PutItem",
                   R"({"TableName":"tab","Item":{"pk":{"S":"a"},"sk":{"N":"x"}}})");
  EXPECT_EQ(exchanged(answer.body, '"', '\''),
            validation("The parameter cannot be converted to a numeric value: x"));
}

TEST_F(Faulty, ReadsHaveNoEnvelope) {
  EXPECT_EQ(failure("GetItem", "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'x'}}}"),
            validation("The parameter cannot be converted to a numeric value: x"));
}

TEST_F(Faulty, MissingMembers) {
  EXPECT_EQ(failure("GetItem", "{'Key':{'pk':{}}}"),
            enveloped("Value null at 'tableName' failed to satisfy constraint: Member must not be "
                      "null"));
  EXPECT_EQ(failure("GetItem", "{'TableName':null}"), failure("GetItem", "{}"));
  EXPECT_EQ(failure("CreateTable", "{}"),
            validation("The parameter 'TableName' is required but was not present in the request"));
  EXPECT_EQ(failure("CreateTable", "{'TableName':'new'}"),
            validation("2 validation errors detected: Value null at 'keySchema' failed to satisfy "
                       "constraint: Member must not be null; Value null at "
                       "'attributeDefinitions' failed to satisfy constraint: Member must not be "
                       "null"));
  EXPECT_EQ(failure("PutItem", "{'TableName':'tab','ReturnValues':'ALL'}"),
            validation("2 validation errors detected: Value null at 'item' failed to satisfy "
                       "constraint: Member must not be null; Value 'ALL' at 'returnValues' failed "
                       "to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, "
                       "UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"));
  EXPECT_EQ(failure("TransactWriteItems", "{'TransactItems':[{'Update':{'TableName':'tab'}}]}"),
            validation("2 validation errors detected: Value null at "
                       "'transactItems.1.member.update.key' failed to satisfy constraint: Member "
                       "must not be null; Value null at "
                       "'transactItems.1.member.update.updateExpression' failed to satisfy "
                       "constraint: Member must not be null"));
  EXPECT_EQ(failure("BatchGetItem", "{'RequestItems':{'tab':{}}}"),
            enveloped("Value null at 'requestItems.tab.member.keys' failed to satisfy constraint: "
                      "Member must not be null"));
  EXPECT_EQ(failure("BatchGetItem", "{'RequestItems':{'tab':{'Keys':[null]}}}"),
            enveloped("Value null at 'requestItems.tab.member.keys.1.member' failed to satisfy "
                      "constraint: Member must not be null"));
  EXPECT_EQ(failure("TransactGetItems", "{'TransactItems':[{}]}"),
            enveloped("Value null at 'transactItems.1.member.get' failed to satisfy constraint: "
                      "Member must not be null"));
}

TEST_F(Faulty, ListsThatMustHaveAnElement) {
  EXPECT_EQ(failure("CreateTable", "{'TableName':'new','KeySchema':[],'AttributeDefinitions':[]}"),
            enveloped("Value '[]' at 'keySchema' failed to satisfy constraint: Member must have "
                      "length greater than or equal to 1"));
  EXPECT_EQ(failure("CreateTable",
                    "{'TableName':'new','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],"
                    "'AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}],"
                    "'GlobalSecondaryIndexes':[]}"),
            validation("One or more parameter values were invalid: List of "
                       "GlobalSecondaryIndexes is empty"));
}

TEST_F(Faulty, WordsThatAreNoneOfAnEnumeration) {
  EXPECT_EQ(failure("CreateTable",
                    "{'TableName':'new','KeySchema':[{'AttributeName':'pk','KeyType':'X'}],"
                    "'AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'SS'}]}"),
            validation("2 validation errors detected: Value 'X' at 'keySchema.1.member.keyType' "
                       "failed to satisfy constraint: Member must satisfy enum value set: [HASH, "
                       "RANGE]; Value 'SS' at 'attributeDefinitions.1.member.attributeType' "
                       "failed to satisfy constraint: Member must satisfy enum value set: [B, N, "
                       "S]"));
  EXPECT_EQ(failure("Scan", "{'TableName':'tab','ScanFilter':{'x':{'ComparisonOperator':'X'}}}"),
            enveloped("Value 'X' at 'scanFilter.x.member.comparisonOperator' failed to satisfy "
                      "constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, "
                      "NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]"));
}

TEST_F(Faulty, UnionsHaveExactlyOneMember) {
  EXPECT_EQ(failure("BatchWriteItem", "{'RequestItems':{'tab':[{}]}}"),
            validation("Supplied AttributeValue is empty, must contain exactly one of the "
                       "supported datatypes"));
  EXPECT_EQ(failure("BatchWriteItem",
                    "{'RequestItems':{'tab':[{'PutRequest':{'Item':{}},'DeleteRequest':{'Key':{}}"
                    "}]}}"),
            validation("Supplied AttributeValue has more than one datatypes set, must contain "
                       "exactly one of the supported datatypes"));
  for (const char* item : {"{}", "{'Put':{},'Delete':{}}"}) {
    EXPECT_EQ(failure("TransactWriteItems", "{'TransactItems':[" + std::string(item) + "]}"),
              validation("TransactItems can only contain one of Check, Put, Update or Delete"));
  }
}

// Placeholders -------------------------------------------------------------------------------

TEST_F(Faulty, EmptyMapsOfPlaceholders) {
  const auto scan = [&](const std::string& rest) {
    return failure("Scan", "{'TableName':'tab'," + rest + "}");
  };
  EXPECT_EQ(scan("'FilterExpression':'x = :x','ExpressionAttributeNames':{}"),
            validation("ExpressionAttributeNames must not be empty"));
  EXPECT_EQ(scan("'FilterExpression':'x = y','ExpressionAttributeValues':{}"),
            validation("ExpressionAttributeValues must not be empty"));
  EXPECT_EQ(scan("'ExpressionAttributeNames':{}"),
            validation("ExpressionAttributeNames can only be specified when using expressions"));
  EXPECT_EQ(scan("'ProjectionExpression':'x','ExpressionAttributeValues':{}"),
            validation("ExpressionAttributeValues can only be specified when using expressions: "
                       "FilterExpression is null"));
  EXPECT_EQ(failure("UpdateItem",
                    "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},"
                    "'ExpressionAttributeValues':{}}"),
            enveloped("ExpressionAttributeValues can only be specified when using expressions: "
                      "UpdateExpression and ConditionExpression are null"));
  EXPECT_EQ(failure("TransactWriteItems",
                    "{'TransactItems':[{'Delete':{'TableName':'tab','Key':{'pk':{'S':'a'},"
                    "'sk':{'N':'1'}},'ConditionExpression':'c','ExpressionAttributeValues':{}}}]}"),
            validation("ExpressionAttributeValues must not be empty"));
}

TEST_F(Faulty, PlaceholdersGivenTwice) {
  EXPECT_EQ(failure("Scan",
                    "{'TableName':'tab','FilterExpression':'#x = #x',"
                    "'ExpressionAttributeNames':{'#x':'x','#x':'y'}}"),
            validation("ExpressionAttributeNames contains invalid key: The key is given twice; "
                       "key: \\'#x\\'"));
}

TEST_F(Faulty, ValuesOfPlaceholdersAreNamed) {
  EXPECT_EQ(failure("PutItem",
                    "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'x'}},"
                    "'ConditionExpression':'pk = :v','ExpressionAttributeValues':{':v':{}}}"),
            enveloped("ExpressionAttributeValues contains invalid value: Supplied AttributeValue "
                      "is empty, must contain exactly one of the supported datatypes for key :v"));
  EXPECT_EQ(failure("Query",
                    "{'TableName':'tab','KeyConditionExpression':'pk = :v',"
                    "'ExpressionAttributeValues':{':v':{'SS':[]}}}"),
            validation("ExpressionAttributeValues contains invalid value: One or more parameter "
                       "values were invalid: An string set  may not be empty for key :v"));
}

// The order of validation --------------------------------------------------------------------

TEST_F(Faulty, TypesComeBeforeAllElse) {
  EXPECT_EQ(failure("PutItem",
                    "{'Item':{'pk':{'NULL':false}},'ReturnValues':'X',"
                    "'ConditionExpression':5}"),
            serialization("NUMBER_VALUE cannot be converted to String"));
}

TEST_F(Faulty, TheTablesNameComesBeforeConstraints) {
  EXPECT_EQ(failure("PutItem", "{'TableName':'a b','ReturnValues':'X'}"),
            enveloped("Value 'a b' at 'tableName' failed to satisfy constraint: Member must "
                      "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"));
}

TEST_F(Faulty, TheLengthOfANewTablesNameComesBeforeConstraints) {
  EXPECT_EQ(failure("CreateTable", "{'TableName':'a','KeySchema':[]}"),
            validation("TableName must be at least 3 characters long and at most 255 characters "
                       "long"));
}

TEST_F(Faulty, ConstraintsComeBeforeValues) {
  EXPECT_EQ(
      failure("GetItem", "{'TableName':'tab','Key':{'pk':{}},'ReturnConsumedCapacity':'ALL'}"),
      enveloped("Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint: "
                "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]"));
}

TEST_F(Faulty, ValuesComeBeforeTheTableIsLookedFor) {
  EXPECT_EQ(failure("GetItem", "{'TableName':'none','Key':{'pk':{}}}"),
            validation("Supplied AttributeValue is empty, must contain exactly one of the "
                       "supported datatypes"));
}

TEST_F(Faulty, TheDatabaseNeverSeesAFaultyRequest) {
  RecordingDatabase database;
  const Answer answer =
      dispatcher_.answer(database, "DynamoDB_20120810.PutItem",
                         R"({"TableName":"tab","Item":{"pk":{"S":"a"},"x":{"NULL":false}}})");
  EXPECT_EQ(answer.status, 400U);
  EXPECT_FALSE(database.called());
}

TEST_F(Faulty, OfALongListNoElementIsRead) {
  const auto list = [](std::size_t count) {
    std::string out = "[{}";
    for (std::size_t i = 1; i < count; ++i) out += ",{}";
    return out + "]";
  };
  struct Row {
    const char* operation;
    const char* member;
    const char* at;
    std::size_t most;
  };
  for (const auto& row : std::initializer_list<Row>{
           {"BatchExecuteStatement", "Statements", "statements", 25},
           {"ExecuteTransaction", "TransactStatements", "transactStatements", 100},
           {"TransactGetItems", "TransactItems", "transactItems", 100},
           {"TransactWriteItems", "TransactItems", "transactItems", 100}}) {
    const auto body = [&](std::size_t count) {
      return "{'" + std::string(row.member) + "':" + list(count) + "}";
    };
    const auto text = "1 validation error detected: Value '[...]' at '" + std::string(row.at) +
                      "' failed to satisfy constraint: Member must have length less than or equal "
                      "to " +
                      std::to_string(row.most);
    const auto too_long = failure(row.operation, body(row.most + 1));
    EXPECT_NE(too_long.find(text), std::string::npos) << too_long;
    EXPECT_EQ(failure(row.operation, body(row.most)).find("less than or equal"), std::string::npos);
  }
}

TEST_F(Faulty, TenTextsOfAllThatIsWrongAreSaid) {
  std::string body = "{'Statements':[{}";
  for (int i = 1; i < 20; ++i) body += ",{}";
  const auto answer = failure("BatchExecuteStatement", body + "]}");
  EXPECT_NE(answer.find("20 validation errors detected: "), std::string::npos) << answer;
  EXPECT_NE(answer.find("statements.10.member.statement'"), std::string::npos) << answer;
  EXPECT_EQ(answer.find("statements.11."), std::string::npos) << answer;
}

}  // namespace
}  // namespace keywright::wire
