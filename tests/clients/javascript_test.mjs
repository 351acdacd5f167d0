// The AWS SDK for JavaScript, client and document client, against the server whose address the
// environment gives.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  CreateTableCommand, DeleteTableCommand, DescribeTableCommand, DynamoDBClient,
  TransactionCanceledException, waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand }
  from '@aws-sdk/client-dynamodb-streams';
import {
  BatchWriteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand, TransactWriteCommand,
  UpdateCommand, paginateQuery,
} from '@aws-sdk/lib-dynamodb';

const TableName = 'javascript';
const client = new DynamoDBClient({ maxAttempts: 1 });
const documents = DynamoDBDocumentClient.from(client);

before(async () => {
  await client.send(new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' }, { AttributeName: 'sk', AttributeType: 'N' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  }));
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
});

after(async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

test('a document comes back as it went', async () => {
  const Item = {
    pk: 'document', sk: 1.5, text: 'zwölf \u{1F680}', nested: { list: [1, 'two', null, { three: 3 }] },
    bytes: new Uint8Array([0, 127, 255]), tags: new Set(['a', 'b']), yes: true,
  };
  await documents.send(new PutCommand({ TableName, Item }));
  const answer = await documents.send(new GetCommand({ TableName, Key: { pk: 'document', sk: 1.5 } }));
  assert.deepEqual(answer.Item, Item);
});

test('a failed condition is the error of its class, with the item', async () => {
  await documents.send(new PutCommand({ TableName, Item: { pk: 'condition', sk: 1, v: 1 } }));
  await assert.rejects(documents.send(new UpdateCommand({
    TableName, Key: { pk: 'condition', sk: 1 }, UpdateExpression: 'SET v = :new',
    ConditionExpression: 'v = :old', ExpressionAttributeValues: { ':new': 3, ':old': 2 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })), (error) => {
    assert.equal(error.name, 'ConditionalCheckFailedException');
    assert.equal(error.message, 'The conditional request failed');
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.match(error.$metadata.requestId, /^[A-Z0-9]{52}$/);
    assert.deepEqual(error.Item.v, { N: '1' });
    return true;
  });
});

test('a batch, and a query over its pages', async () => {
  const put = (sk) => ({ PutRequest: { Item: { pk: 'pages', sk, body: 'x'.repeat(100) } } });
  const written = await documents.send(new BatchWriteCommand({
    RequestItems: { [TableName]: Array.from({ length: 25 }, (_, sk) => put(sk)) },
  }));
  assert.deepEqual(written.UnprocessedItems, {});
  const seen = [];
  for await (const page of paginateQuery({ client: documents, pageSize: 10 }, {
    TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'pages' },
    ScanIndexForward: false,
  })) seen.push(...page.Items.map((item) => item.sk));
  assert.deepEqual(seen, Array.from({ length: 25 }, (_, n) => 24 - n));
});

test('a cancelled transaction says why', async () => {
  const Put = { TableName, Item: { pk: 'transaction', sk: 1 } };
  const ConditionCheck = {
    TableName, Key: { pk: 'transaction', sk: 2 }, ConditionExpression: 'attribute_exists(pk)' };
  await assert.rejects(
    documents.send(new TransactWriteCommand({ TransactItems: [{ Put }, { ConditionCheck }] })),
    (error) => {
      assert(error instanceof TransactionCanceledException);
      assert.deepEqual(error.CancellationReasons.map((reason) => reason.Code),
        ['None', 'ConditionalCheckFailed']);
      return true;
    });
});

test('many requests at once on few connections', async () => {
  const keys = Array.from({ length: 300 }, (_, sk) => sk);
  await Promise.all(keys.map((sk) => documents.send(
    new PutCommand({ TableName, Item: { pk: 'many', sk } }))));
  const answers = await Promise.all(keys.map((sk) => documents.send(
    new GetCommand({ TableName, Key: { pk: 'many', sk } }))));
  assert.deepEqual(answers.map((answer) => answer.Item.sk), keys);
  const counted = await documents.send(new ScanCommand({
    TableName, Select: 'COUNT', FilterExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'many' } }));
  assert.equal(counted.Count, 300);
});

test('a stream is read to its end', async () => {
  const streams = new DynamoDBStreamsClient({});
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  await documents.send(new PutCommand({ TableName, Item: { pk: 'streamed', sk: 1 } }));
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const keys = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const { ShardIterator } = await streams.send(new GetShardIteratorCommand({
      StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }));
    const { Records } = await streams.send(new GetRecordsCommand({ ShardIterator }));
    keys.push(...Records.map((record) => record.dynamodb.Keys.pk.S));
  }
  assert(keys.includes('streamed'));
  streams.destroy();
});
