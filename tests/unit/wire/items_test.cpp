// The four operations on one item, against an engine.

#include "wire_test.hpp"

namespace keywright::wire {
namespace {

class Items : public WireTest {
 protected:
  void SetUp() override { create_table(); }
};

TEST_F(Items, ArePutReadUpdatedAndDeleted) {
  EXPECT_EQ(ok("PutItem",
               "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1.0'},"
               "'x':{'L':[{'BOOL':true},{'NULL':true}]}}}"),
            "{}");
  EXPECT_EQ(ok("GetItem", "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}}}"),
            "{'Item':{'pk':{'S':'a'},'sk':{'N':'1'},'x':{'L':[{'BOOL':true},{'NULL':true}]}}}");
  EXPECT_EQ(
      ok("UpdateItem",
         "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},'UpdateExpression':"
         "'SET #x = :x','ConditionExpression':'attribute_exists(pk)',"
         "'ExpressionAttributeNames':{'#x':'x'},'ExpressionAttributeValues':{':x':{'N':'2'}},"
         "'ReturnValues':'UPDATED_NEW','ReturnConsumedCapacity':'TOTAL'}"),
      "{'Attributes':{'x':{'N':'2'}},'ConsumedCapacity':{'TableName':'tab','CapacityUnits':1.0}}");
  EXPECT_EQ(ok("DeleteItem",
               "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},"
               "'ReturnValues':'ALL_OLD'}"),
            "{'Attributes':{'pk':{'S':'a'},'sk':{'N':'1'},'x':{'N':'2'}}}");
  EXPECT_EQ(ok("GetItem",
               "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},"
               "'ReturnConsumedCapacity':'INDEXES','ConsistentRead':false}"),
            "{'ConsumedCapacity':{'TableName':'tab','CapacityUnits':0.5,"
            "'Table':{'CapacityUnits':0.5}}}");
}

TEST_F(Items, AProjectionOfNothingGivesAnEmptyItem) {
  ok("PutItem", "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'}}}");
  EXPECT_EQ(ok("GetItem",
               "{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},"
               "'ProjectionExpression':'#x','ExpressionAttributeNames':{'#x':'x'}}"),
            "{'Item':{}}");
}

TEST_F(Items, AFailedConditionShowsTheItem) {
  ok("PutItem", "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'}}}");
  EXPECT_EQ(failure("PutItem",
                    "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'}},"
                    "'ConditionExpression':'attribute_not_exists(pk)',"
                    "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}"),
            "{'__type':'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',"
            "'message':'The conditional request failed',"
            "'Item':{'pk':{'S':'a'},'sk':{'N':'1'}}}");
}

TEST_F(Items, AreQueriedAndScanned) {
  for (const char* sk : {"1", "2", "3"}) {
    ok("PutItem",
       "{'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'" + std::string(sk) + "'}}}");
  }
  EXPECT_EQ(ok("Query",
               "{'TableName':'tab','KeyConditionExpression':'pk = :p',"
               "'ExpressionAttributeValues':{':p':{'S':'a'}},'Limit':2,"
               "'ScanIndexForward':false}"),
            "{'Items':[{'pk':{'S':'a'},'sk':{'N':'3'}},{'pk':{'S':'a'},'sk':{'N':'2'}}],"
            "'Count':2,'ScannedCount':2,'LastEvaluatedKey':{'pk':{'S':'a'},'sk':{'N':'2'}}}");
  EXPECT_EQ(ok("Query",
               "{'TableName':'tab','KeyConditionExpression':'pk = :p',"
               "'ExpressionAttributeValues':{':p':{'S':'a'}},'Select':'COUNT'}"),
            "{'Count':3,'ScannedCount':3}");
  EXPECT_EQ(ok("Scan",
               "{'TableName':'tab','FilterExpression':'sk > :s',"
               "'ExpressionAttributeValues':{':s':{'N':'2'}}}"),
            "{'Items':[{'pk':{'S':'a'},'sk':{'N':'3'}}],'Count':1,'ScannedCount':3}");
}

}  // namespace
}  // namespace keywright::wire
