import { groupBy } from '../../collections.js';
import type { Keyring } from '../../crypto/keyring.js';
import { type ReceiptClaims, verifyReceipt } from '../../crypto/receipt-token.js';
import { type Database, dialectOf, select, type Tx } from '../../database/database.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import { countActivities } from '../../delivery/judgement/active-hours.js';
import { addReceiptCounts } from '../../delivery/record/add-receipt-count.js';
import { addTraffic } from '../../delivery/record/add-traffic.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import { type Device, UNREGISTERED } from '../../entities/device.js';
import { NO_PUSH } from '../../entities/push.js';
import { RECEIPT_KINDS, RECEIPT_TABLE, type ReceiptKind } from '../../entities/receipt.js';
import { NO_RUN } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { describeText, isPlainText } from '../../text/characters.js';
import { appendEvents, type NewEvent } from '../event-log/append-events.js';
import { GroupCommit, type ItemResult } from '../events/group-commit.js';

/** The report of a device about a message. */
export interface ReceiptReport {
  /** The token that came with the message. */
  readonly receipt: string;
  readonly kind: ReceiptKind;
  /** The id of the clicked button. */
  readonly button?: string | null;
}

const MAX_BUTTON_ID = 64;

/** A receipt with a valid token. */
interface CheckedReceipt extends ReceiptClaims {
  readonly app: App;
  readonly kind: ReceiptKind;
  readonly button: string | null;
}

/** Long enough to collect receipts under load, and too short to be noticed by a device. */
const GATHER_MS = 3;
/** Receipts per transaction. */
const MAX_GATHERED = 200;

/** Receipts: devices report that messages were delivered, clicked or dismissed. */
export class ReceiptService {
  private readonly group: GroupCommit<CheckedReceipt, boolean>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {
    const write = (receipts: readonly CheckedReceipt[]) => this.write(receipts);
    const isInDoubt = (error: unknown) => database.dialect.isCutOff(error);
    this.group = new GroupCommit({ write, gatherMs: GATHER_MS, weigh: () => 1, maxWeight: MAX_GATHERED, isInDoubt });
  }

  /**
   * Counts each message and kind once. Ignores receipts of a deleted run or history, where an earlier one would be
   * unknown. Also ignores receipts of an unregistered device, and of a test without a push, which no page could show.
   * @returns false if the receipt was ignored
   * @throws BAD_USER_INPUT for a token that this service did not sign, and for an impossible button.
   */
  async record(app: App, report: ReceiptReport): Promise<boolean> {
    const { kind, button = null } = report;
    const claims = verifyReceipt(this.keyring, report.receipt);
    if (!claims || claims.appId !== app.id) {
      throw badInput('receipt', '`receipt` must be the token that came with a message of this application.');
    }
    checkButton(kind, button);
    if (claims.pushId === NO_PUSH && claims.runId === NO_RUN) return false;
    return this.group.add({ ...claims, app, kind, button });
  }

  /** Writes receipts of many devices in one transaction. Each step takes its locks in one order, to avoid deadlocks. */
  private async write(receipts: readonly CheckedReceipt[]): Promise<readonly ItemResult<boolean>[]> {
    const now = this.clock.now();
    const isNew = await this.database.tx(async (tx) => {
      const fresh = new Set<CheckedReceipt>();
      for (const receipt of receipts.toSorted(byKey)) if (await insertReceipt(tx, receipt, now)) fresh.add(receipt);
      await countReceipts(tx, [...fresh], now);
      for (const receipt of fresh) if (receipt.kind === 'clicked') await countClick(tx, receipt, now);
      await announceReceipts(tx, [...fresh], now);
      return receipts.map((receipt) => fresh.has(receipt));
    });
    return isNew.map((result) => ({ result }));
  }
}

const byKey = (a: CheckedReceipt, b: CheckedReceipt): number =>
  a.runId - b.runId || a.pushId - b.pushId || a.deviceId - b.deviceId;

/** The run is locked until the commit, so that its history is not deleted in between. */
const insertReceipt = async (
  tx: Tx,
  { app, runId, pushId, deviceId, kind, button }: CheckedReceipt,
  now: number,
): Promise<boolean> => {
  const values = {
    runId: parameter(runId),
    pushId: parameter(pushId),
    deviceId: parameter(deviceId),
    kind: parameter(kind),
    appId: parameter(app.id),
    receivedAt: parameter(now),
    button: parameter(button),
  };
  const sql = `(SELECT 1 AS one) x LEFT JOIN run r ON r.id = ?
    WHERE (r.id IS NOT NULL OR ? = ${NO_RUN}) AND r.history_deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM device d WHERE d.app_id = ? AND d.id = ? AND d.secret_hash = '${UNREGISTERED}')
    ${dialectOf(tx).forShare}`;
  const from = { sql, parameters: [runId, runId, app.id, deviceId] };
  const { affected } = await insertSelected(tx, RECEIPT_TABLE, { values, from, onClash: 'ignore' });
  return affected > 0;
};

const countReceipts = async (tx: Tx, receipts: readonly CheckedReceipt[], now: number): Promise<void> => {
  for (const group of groupBy(receipts, ({ runId, app }) => `${runId} ${app.id}`).values()) {
    const [first] = group;
    if (!first) continue;
    const deltas = [...groupBy(group, ({ pushId }) => pushId)].map(([pushId, ofPush]) => ({
      pushId,
      ...Object.fromEntries(RECEIPT_KINDS.map((kind) => [kind, ofPush.filter((one) => one.kind === kind).length])),
    }));
    const scope = { runId: first.runId, appId: first.app.id, now, spreadBy: first.deviceId };
    await addTraffic(tx, scope, deltas);
    await addReceiptCounts(tx, scope, deltas);
  }
};

const announceReceipts = async (tx: Tx, receipts: readonly CheckedReceipt[], now: number): Promise<void> => {
  const ofAccounts = [...groupBy(receipts, ({ app }) => app.userId)].toSorted(([a], [b]) => a - b);
  for (const [userId, group] of ofAccounts) await appendEvents(tx, { userId, now }, group.map(toNewEvent));
};

const toNewEvent = ({ app, runId, pushId, deviceId, kind, button }: CheckedReceipt): NewReceiptEvent => {
  const of = { appId: app.id, deviceId, runId: runId === NO_RUN ? null : runId };
  const push = { push_id: pushId === NO_PUSH ? null : String(pushId) };
  if (kind === 'clicked') return { type: 'message.clicked', ...of, data: { ...push, button } };
  return { type: `message.${kind}`, ...of, data: push };
};

type NewReceiptEvent = NewEvent<'message.clicked'> | NewEvent<'message.delivered' | 'message.dismissed'>;

/** The lock keeps an erasure from passing between the two statements. */
const countClick = async (
  tx: Tx,
  { app: { id: appId, userId }, deviceId }: CheckedReceipt,
  now: number,
): Promise<void> => {
  const sql = `SELECT external_user_id, timezone FROM device WHERE app_id = ? AND id = ? ${dialectOf(tx).forShare}`;
  const [device] = await select<Pick<RowOf<Device>, 'external_user_id' | 'timezone'>>(tx, sql, [appId, deviceId]);
  if (!device) return;
  const { external_user_id: externalUserId, timezone } = device;
  await countActivities(tx, [{ kind: 'click', userId, appId, deviceId, externalUserId, timezone }], now);
};

const checkButton = (kind: ReceiptKind, button: string | null): void => {
  if (button === null) return;
  if (kind !== 'clicked') throw badInput('button', '`button` must be omitted unless `kind` is `clicked`.');
  if (isPlainText(button, MAX_BUTTON_ID)) return;
  throw badInput('button', `\`button\` must be ${describeText(MAX_BUTTON_ID)}.`);
};
