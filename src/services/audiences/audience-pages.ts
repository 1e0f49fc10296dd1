import { In } from 'typeorm';
import { type Audience, compileAudience } from '../../audience/audience.js';
import { DeviceSelection } from '../../audience/select-devices.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { audienceAppOf } from '../../delivery/plan/audience-app.js';
import { App } from '../../entities/app.js';
import type { RunAudience } from '../../entities/run-snapshot.js';
import type { AudienceEstimateService } from './audience-estimate-service.js';

export interface AudiencePagesDeps {
  readonly database: Database;
  readonly audiences: Pick<AudienceEstimateService, 'findSpans'>;
}

const DEVICES_PER_PAGE = 500;

/** Bounds the rows that one page reads. */
const WINDOW_IDS = 2_000;

/** The ids of the devices that an audience reaches now, page by page. A page may be empty. */
export async function* audiencePages(
  { database, audiences }: AudiencePagesDeps,
  kept: RunAudience,
  userId: number,
): AsyncGenerator<{ appId: number; ids: number[] }> {
  const apps = await database.reader.findBy(App, { id: In([...kept.appIds]), userId, archived: false });
  if (apps.length === 0) return;
  const compiled = await compileAudience(kept, { database, userId, parts: null });
  const spans = await audiences.findSpans(apps);
  for (const app of apps) {
    const span = spans.get(app.id);
    if (span)
      for await (const ids of pagesOf(database, { app, audience: compiled, span })) yield { appId: app.id, ids };
  }
}

/** A window of ids may have no device of the audience. */
async function* pagesOf(
  database: Database,
  {
    app,
    audience,
    span: { after, upTo },
  }: { app: App; audience: Audience; span: { readonly after: number; readonly upTo: number } },
): AsyncGenerator<number[]> {
  const selection = new DeviceSelection(database, audienceAppOf(app), audience);
  const listed = await selection.externalDeviceIds();
  if (listed !== null) {
    for (const ids of chunk(listed, DEVICES_PER_PAGE)) yield toIds(await selection.among(ids));
    return;
  }
  for (let from = after; from < upTo; from += WINDOW_IDS) {
    const window = { after: from, upTo: Math.min(upTo, from + WINDOW_IDS), limit: WINDOW_IDS };
    const found = toIds(await selection.page(window));
    for (const ids of found.length === 0 ? [[]] : chunk(found, DEVICES_PER_PAGE)) yield ids;
  }
}

const toIds = (devices: readonly { readonly id: number }[]): number[] => devices.map(({ id }) => id);
