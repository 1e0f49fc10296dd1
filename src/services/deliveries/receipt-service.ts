import type { Keyring } from '../../crypto/keyring.js';
import { verifyReceipt } from '../../crypto/receipt-token.js';
import { type Database, execute } from '../../database/database.js';
import { addTraffic } from '../../delivery/record/add-traffic.js';
import type { App } from '../../entities/app.js';
import { UNREGISTERED } from '../../entities/device.js';
import { NO_PUSH } from '../../entities/push.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import { NO_RUN } from '../../entities/run.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';

/** What devices say of messages that they got. */
export class ReceiptService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Counts once per message and kind; of a run that has been deleted, or its history, not at all, since nobody knows whether it
   * had come before, and of a device that was unregistered neither; nor of a test of a message that is no push, which
   * nothing could show.
   * @throws BAD_USER_INPUT for a token that this service did not sign.
   */
  async record(app: App, token: string, kind: ReceiptKind): Promise<void> {
    const claims = verifyReceipt(this.keyring, token);
    if (!claims || claims.appId !== app.id) {
      throw badInput('receipt', '`receipt` must be the token that came with a message of this application.');
    }
    const { runId, pushId, deviceId } = claims;
    if (pushId === NO_PUSH) return;
    const columns = 'run_id, push_id, device_id, kind, app_id, received_at';
    const { insertIgnore, forShare } = this.database.dialect;
    // The run is held until the commit, so that its history is not deleted in between.
    const sql = `${insertIgnore} receipt (${columns}) SELECT ?, ?, ?, ?, ?, ? FROM (SELECT 1 AS one) x
      LEFT JOIN run r ON r.id = ?
      WHERE (r.id IS NOT NULL OR ? = ${NO_RUN}) AND r.history_deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM device d WHERE d.app_id = ? AND d.id = ? AND d.secret_hash = '${UNREGISTERED}') ${forShare}`;
    const row = [runId, pushId, deviceId, kind, app.id, this.clock.now(), runId, runId, app.id, deviceId];
    await this.database.tx(async (tx) => {
      const { affected } = await execute(tx, sql, row);
      if (affected === 0) return;
      const minute = { pushId, sent: 0, failed: 0, delivered: 0, clicked: 0, [kind]: 1 };
      await addTraffic(tx, { runId, appId: app.id, now: this.clock.now(), spreadBy: deviceId }, [minute]);
    });
  }
}
