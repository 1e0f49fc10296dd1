import { signReceipt } from '../../src/crypto/receipt-token.js';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { ReceiptKind } from '../../src/entities/receipt.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import type { GraphOverWorld } from '../schema/support/graph-over-world.js';
import type { DeliveryWorld } from '../support/delivery-world.js';
import type { RecordingSender } from '../support/recording-sender.js';
import { type BatchWorld, HOUR } from './batch-world.js';

export const DAY = 86_400_000;
export const MINUTE = 60_000;
export const DEAD = { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410', deadSince: null } as const;
const REFUSED = { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' } as const;
export const BUSY = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 5 * MINUTE } as const;
export const SENT = { kind: 'sent', providerMessageId: null } as const;

const COUNTS = 'total sent failed invalidToken retrying expired cancelled';
const LISTS = ['batches', 'deliveries', 'failures', 'receipts'] as const;

/** Every count of a run in the graph. */
export const TOTALS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Run {
  status statusReason leftOut dueAt createdAt finishedAt counts { ${COUNTS} } receiptCounts { delivered clicked dismissed }
  breakdown { byProvider { provider counts { ${COUNTS} } } byApp { appDatabaseId counts { ${COUNTS} } }
    byLanguage { language counts { ${COUNTS} } } byOutcome { outcome count } }
  batches { total done totalCount } deliveries { totalCount } failures { totalCount } receipts { totalCount }
  clicks: receipts(kinds: [CLICKED]) { totalCount } } } }`;

/** The graph's view of single messages. */
export const DETAIL = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Run { historyDeletedAt
  ${LISTS.map((list) => `${list} { historyDeletedAt pageInfo { hasNextPage endCursor } edges { cursor } nodes { __typename } }`).join(' ')} } } }`;

/** The value of a `DETAIL` list whose history was deleted. */
export const deletedDetail = (at: string) => {
  const list = { historyDeletedAt: at, pageInfo: { hasNextPage: false, endCursor: null }, edges: [], nodes: [] };
  return { historyDeletedAt: at, ...Object.fromEntries(LISTS.map((name) => [name, list])) };
};

const DETAIL_TABLES = ['batch', 'delivery_log', 'delivery_failure', 'receipt'] as const;

/** Row counts of single messages and batches by table: of one run, or of all others. */
export const detailRows = async (
  { options: { database } }: DeliveryWorld,
  { runId, others = false }: { runId: number; others?: boolean },
): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {};
  for (const table of [...DETAIL_TABLES, 'batch_count'] as const) {
    const folded = table === 'batch_count' && !others ? 'AND batch_id > 0' : '';
    const order = table === 'batch' ? 'id' : '1, 2, 3, 4, 5';
    const sql = `SELECT * FROM ${table} WHERE run_id ${others ? '<>' : '='} ? ${folded} ORDER BY ${order}`;
    found[table] = await database.query(sql, [runId]);
  }
  return found;
};

export const EMPTY = { batch: [], delivery_log: [], delivery_failure: [], receipt: [], batch_count: [] };

/** The hourly job. */
export const upkeep = (world: DeliveryWorld, signal = new AbortController().signal): Promise<void> =>
  world.flow.handlers().upkeep({}, { signal, touch: async () => undefined });

/** Reports, like a device, that it got a message of push 1. */
export const receive = (
  world: DeliveryWorld,
  app: App,
  { runId, deviceId, kind = 'delivered' }: { runId: number; deviceId: number; kind?: ReceiptKind },
): Promise<boolean> =>
  world.services.receipts.record(app, {
    receipt: signReceipt(world.keyring, { runId, pushId: 1, appId: app.id, deviceId }),
    kind,
  });

/** The runs as a query shows them. */
export const of = async (graph: GraphOverWorld, query: string, ...runIds: number[]): Promise<Json[]> =>
  (await graph.data(query, { ids: runIds.map((id) => toGlobalId('Run', id)) })).nodes;

/** The database's mark on each run: 0 kept, 1 being counted, 2 deleted, 3 being deleted. */
export const states = async (database: Database): Promise<number[]> =>
  (await database.query<{ state: number }>('SELECT history_state AS state FROM run ORDER BY id')).map(({ state }) =>
    Number(state),
  );

/** Two applications, two languages, two pushes; a tenth of the tokens dead, a tenth refused, a tenth sent late. */
export const sendOne = async (world: BatchWorld, sender: RecordingSender): Promise<App> => {
  const app = await world.makeApp('provider_c');
  const devices = [
    ...(await world.seedDevices(app, 47, (index) => ({ language: index % 3 === 0 ? 'de' : 'en' }))),
    ...(await world.seedDevices(await world.makeApp('provider_c'), 23)),
  ];
  const indexes = new Map(devices.map(({ token }, index) => [token, index]));
  let busy = true;
  sender.answer = ({ target }) => {
    const digit = (indexes.get(target.kind === 'token' ? (target.token ?? '') : '') ?? 0) % 10;
    if (digit === 7) return DEAD;
    if (digit === 8) return REFUSED;
    return digit === 9 && busy ? BUSY : SENT;
  };
  const pushes = [await world.makePush(['en', 'de']), await world.makePush(['en'])];
  await world.makeActive('one-time', { pushes });
  await world.advance(HOUR);
  busy = false;
  await world.advance(10 * MINUTE);
  for (const { id: deviceId } of devices.slice(0, 9)) await receive(world, app, { runId: 1, deviceId });
  for (const { id: deviceId } of devices.slice(0, 4))
    await receive(world, app, { runId: 1, deviceId, kind: 'clicked' });
  for (const { id: deviceId } of devices.slice(4, 6))
    await receive(world, app, { runId: 1, deviceId, kind: 'dismissed' });
  return app;
};
