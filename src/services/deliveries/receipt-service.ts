import type { Keyring } from '../../crypto/keyring.js';
import { verifyReceipt } from '../../crypto/receipt-token.js';
import { type Database, dialectOf, select, type Tx } from '../../database/database.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import { countActivities } from '../../delivery/judgement/active-hours.js';
import { addReceiptCount } from '../../delivery/record/add-receipt-count.js';
import { addTraffic } from '../../delivery/record/add-traffic.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import { type Device, UNREGISTERED } from '../../entities/device.js';
import { NO_PUSH } from '../../entities/push.js';
import { RECEIPT_TABLE, type ReceiptKind } from '../../entities/receipt.js';
import { NO_RUN } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { describeText, isPlainText } from '../../text/characters.js';

/** What a device reports of a message. */
export interface ReceiptReport {
  /** The token that came with the message. */
  readonly receipt: string;
  readonly kind: ReceiptKind;
  /** The id of the clicked button. */
  readonly button?: string | null;
}

const MAX_BUTTON_ID = 64;

/** Receipts: devices report that messages were delivered, clicked or dismissed. */
export class ReceiptService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {}

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
    const { runId, pushId, deviceId } = claims;
    if (pushId === NO_PUSH && runId === NO_RUN) return false;
    const values = {
      runId: parameter(runId),
      pushId: parameter(pushId),
      deviceId: parameter(deviceId),
      kind: parameter(kind),
      appId: parameter(app.id),
      receivedAt: parameter(this.clock.now()),
      button: parameter(button),
    };
    // The run is locked until the commit, so that its history is not deleted in between.
    const sql = `(SELECT 1 AS one) x LEFT JOIN run r ON r.id = ?
      WHERE (r.id IS NOT NULL OR ? = ${NO_RUN}) AND r.history_deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM device d WHERE d.app_id = ? AND d.id = ? AND d.secret_hash = '${UNREGISTERED}')
      ${this.database.dialect.forShare}`;
    const from = { sql, parameters: [runId, runId, app.id, deviceId] };
    return this.database.tx(async (tx) => {
      const { affected } = await insertSelected(tx, RECEIPT_TABLE, { values, from, onClash: 'ignore' });
      if (affected === 0) return false;
      const scope = { runId, appId: app.id, now: this.clock.now(), spreadBy: deviceId };
      await addTraffic(tx, scope, [{ pushId, [kind]: 1 }]);
      await addReceiptCount(tx, scope, { pushId, kind });
      if (kind === 'clicked') await countClick(tx, app, { deviceId, now: scope.now });
      return true;
    });
  }
}

/** The lock keeps an erasure from passing between the two statements. */
const countClick = async (
  tx: Tx,
  { id: appId, userId }: App,
  { deviceId, now }: { deviceId: number; now: number },
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
