import { type Database, execute } from '../database/database.js';
import { App } from '../entities/app.js';
import type { DeliveryDeps } from './delivery-deps.js';

const DEFAULT_PAUSE_MS = 60_000;
const MAX_REASON = 255;

/** An application that its provider refuses as a whole waits, and the others go on. */
export class AppPauses {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  /** Answers until when (epoch ms). New credentials end it early. */
  async pause(appId: number, { reason, afterMs }: { reason: string; afterMs: number | null }): Promise<number> {
    const until = this.deps.clock.now() + (afterMs ?? DEFAULT_PAUSE_MS);
    await this.deps.database.tx((tx) =>
      execute(tx, 'UPDATE app SET paused_until = ?, pause_reason = ? WHERE id = ?', [
        until,
        reason.slice(0, MAX_REASON),
        appId,
      ]),
    );
    this.deps.log.warn({ app_id: appId, reason, until: new Date(until).toISOString() }, 'an application is paused');
    return until;
  }

  /** A message went through: whatever was wrong is over. */
  async resume(app: App): Promise<void> {
    if (app.pausedUntil === null) return;
    await this.deps.database.tx((tx) =>
      execute(tx, 'UPDATE app SET paused_until = NULL, pause_reason = NULL WHERE id = ?', [app.id]),
    );
    this.deps.log.info({ app_id: app.id }, 'an application is no longer paused');
  }
}

/** The application as it is now; null if it was deleted or archived, so that nothing more may be sent. */
export const loadSendableApp = async (database: Database, appId: number): Promise<App | null> => {
  const app = await database.reader.findOneBy(App, { id: appId });
  return app && !app.archived ? app : null;
};
