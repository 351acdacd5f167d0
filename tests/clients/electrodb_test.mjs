// ElectroDB, a single-table library of others, makes a round trip over a table with an index.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Entity, Service } from 'electrodb';

const table = 'electrodb';
const raw = new DynamoDBClient({});
const client = DynamoDBDocumentClient.from(raw);

const task = new Entity({
  model: { entity: 'task', version: '1', service: 'work' },
  attributes: {
    taskId: { type: 'string', required: true },
    project: { type: 'string', required: true },
    employee: { type: 'string', required: true },
    status: { type: ['open', 'closed'], required: true, default: 'open' },
    points: { type: 'number', default: 0 },
    tags: { type: 'set', items: 'string' },
  },
  indexes: {
    projects: {
      pk: { field: 'pk', composite: ['project'] }, sk: { field: 'sk', composite: ['taskId'] } },
    assigned: {
      index: 'gsi1', collection: 'workload',
      pk: { field: 'gsi1pk', composite: ['employee'] }, sk: { field: 'gsi1sk', composite: ['status'] } },
  },
}, { client, table });

const note = new Entity({
  model: { entity: 'note', version: '1', service: 'work' },
  attributes: { noteId: { type: 'string', required: true }, employee: { type: 'string', required: true } },
  indexes: {
    notes: { pk: { field: 'pk', composite: ['noteId'] }, sk: { field: 'sk', composite: [] } },
    assigned: {
      index: 'gsi1', collection: 'workload',
      pk: { field: 'gsi1pk', composite: ['employee'] }, sk: { field: 'gsi1sk', composite: ['noteId'] } },
  },
}, { client, table });

test('entities, an index, a collection and pages', async () => {
  const attribute = (AttributeName) => ({ AttributeName, AttributeType: 'S' });
  await raw.send(new CreateTableCommand({
    TableName: table,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
    AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(attribute),
    GlobalSecondaryIndexes: [{
      IndexName: 'gsi1', Projection: { ProjectionType: 'ALL' },
      KeySchema: [{ AttributeName: 'gsi1pk', KeyType: 'HASH' }, { AttributeName: 'gsi1sk', KeyType: 'RANGE' }],
    }],
    BillingMode: 'PAY_PER_REQUEST',
  }));

  const tasks = Array.from({ length: 30 }, (_, n) => (
    { taskId: `t${String(n).padStart(2, '0')}`, project: 'tides', employee: 'ada', tags: ['a', 'b'] }));
  const { unprocessed } = await task.put(tasks).go();
  assert.deepEqual(unprocessed, []);
  await assert.rejects(task.create(tasks[0]).go(), /The conditional request failed/);

  await task.patch({ taskId: 't00', project: 'tides' })
    .set({ status: 'closed' }).add({ points: 5 }).composite({ employee: 'ada' }).go();
  const changed = await task.get({ taskId: 't00', project: 'tides' }).go();
  assert.equal(changed.data.status, 'closed');
  assert.equal(changed.data.points, 5);

  const first = await task.query.projects({ project: 'tides' }).go({ limit: 20 });
  const second = await task.query.projects({ project: 'tides' }).go({ limit: 20, cursor: first.cursor });
  assert.deepEqual([...first.data, ...second.data].map((item) => item.taskId), tasks.map((item) => item.taskId));
  assert.equal(second.cursor, null);

  await note.create({ noteId: 'n1', employee: 'ada' }).go();
  const service = new Service({ task, note });
  const { data } = await service.collections.workload({ employee: 'ada' }).go({ pages: 'all' });
  assert.equal(data.task.length, 30);
  assert.equal(data.note.length, 1);
  const closed = await task.query.assigned({ employee: 'ada', status: 'closed' }).go();
  assert.deepEqual(closed.data.map((item) => item.taskId), ['t00']);
  raw.destroy();
});
