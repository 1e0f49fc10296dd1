import { type Database, execute } from '../database/database.js';
import { App } from '../entities/app.js';
import type { DeliveryDeps } from './delivery-deps.js';

const DEFAULT_PAUSE_MS = 60_000;
const MAX_REASON = 255;

/** An application that its provider refuses as a whole waits, and the others go on. */
export class AppPauses {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  /**
   * Never shortens a pause. New credentials end it early, and what the old ones were still refused no longer counts.
   * @param app as it was when the messages were handed over.
   */
  async pause(app: App, { reason, afterMs }: { reason: string; afterMs: number | null }): Promise<void> {
    const until = this.deps.clock.now() + (afterMs ?? DEFAULT_PAUSE_MS);
    const { affected } = await this.deps.database.tx((tx) =>
      execute(
        tx,
        `UPDATE app SET paused_until = ?, pause_reason = ?
         WHERE id = ? AND credentials_version = ? AND (paused_until IS NULL OR paused_until < ?)`,
        [until, reason.slice(0, MAX_REASON), app.id, app.credentialsVersion, until],
      ),
    );
    if (affected === 0) return;
    this.deps.log.warn({ app_id: app.id, reason, until: new Date(until).toISOString() }, 'an application is paused');
  }

  /** A message went through: whatever was wrong is over, unless another worker has just heard otherwise. */
  async resume(app: App): Promise<void> {
    if (app.pausedUntil === null) return;
    const over = app.pausedUntil.getTime();
    await this.deps.database.tx((tx) =>
      execute(tx, 'UPDATE app SET paused_until = NULL, pause_reason = NULL WHERE id = ? AND paused_until = ?', [
        app.id,
        over,
      ]),
    );
    this.deps.log.info({ app_id: app.id }, 'an application is no longer paused');
  }
}

/** The application as it is now; null if it was deleted or archived, so that nothing more may be sent. */
export const loadSendableApp = async (database: Database, appId: number): Promise<App | null> => {
  const app = await database.reader.findOneBy(App, { id: appId });
  return app && !app.archived ? app : null;
};
