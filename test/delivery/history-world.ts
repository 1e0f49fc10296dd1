import { signReceipt } from '../../src/crypto/receipt-token.js';
import type { App } from '../../src/entities/app.js';
import type { ReceiptKind } from '../../src/entities/receipt.js';
import type { DeliveryWorld } from '../support/delivery-world.js';

export const DAY = 86_400_000;

const COUNTS = 'total sent failed invalidToken retrying expired cancelled';
const LISTS = ['batches', 'deliveries', 'failures', 'receipts'] as const;

/** All that the graph counts of a run. */
export const TOTALS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Run {
  status statusReason leftOut dueAt createdAt finishedAt counts { ${COUNTS} } receiptCounts { delivered clicked }
  breakdown { byProvider { provider counts { ${COUNTS} } } byApp { appDatabaseId counts { ${COUNTS} } }
    byLanguage { language counts { ${COUNTS} } } byOutcome { outcome count } }
  batches { total done totalCount } deliveries { totalCount } failures { totalCount } receipts { totalCount }
  clicks: receipts(kinds: [CLICKED]) { totalCount } } } }`;

/** What the graph shows of single messages. */
export const DETAIL = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Run { historyDeletedAt
  ${LISTS.map((list) => `${list} { historyDeletedAt pageInfo { hasNextPage endCursor } edges { cursor } nodes { __typename } }`).join(' ')} } } }`;

/** What stands for a list of `DETAIL` whose history was deleted. */
export const deletedDetail = (at: string) => {
  const list = { historyDeletedAt: at, pageInfo: { hasNextPage: false, endCursor: null }, edges: [], nodes: [] };
  return { historyDeletedAt: at, ...Object.fromEntries(LISTS.map((name) => [name, list])) };
};

const DETAIL_TABLES = ['batch', 'delivery_log', 'delivery_failure', 'receipt'] as const;

/** Rows of single messages and batches by table: of one run, or of all others. */
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

/** As a device says that it got a message of push 1. */
export const receive = (
  world: DeliveryWorld,
  app: App,
  { runId, deviceId, kind = 'delivered' }: { runId: number; deviceId: number; kind?: ReceiptKind },
): Promise<void> =>
  world.services.receipts.record(app, signReceipt(world.keyring, { runId, pushId: 1, appId: app.id, deviceId }), kind);
