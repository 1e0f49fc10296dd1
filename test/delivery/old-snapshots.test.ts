import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { restFieldsOf, type Translation } from '../../src/ports/message-fields.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld, workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];

interface OldPush {
  readonly id: number;
  readonly defaultLang: string;
  readonly translations: readonly Translation[];
}

/** A snapshot from the releases that had five fields. */
const toOld = ({ id, defaultLang, translations }: OldPush) => ({
  id,
  defaultLang,
  translations: translations.map(({ language, ...one }) => ({ language, ...restFieldsOf(one) })),
});

describe.each(eachDatabase())('a run started by an older release, on $name,', ({ open }) => {
  test('is sent to every provider, although its snapshot lacks the newer fields', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const passTime = async () => {
      world.clock.advance(HOUR);
      await fakes.setNow(world.clock.now());
      // A new flow has read no snapshot yet.
      const flow = world.makeFlow();
      await workThrough(flow, world.jobs);
      await flow.lateRecorded(60_000);
      await workThrough(flow, world.jobs);
    };
    for (const provider of PROVIDERS) {
      await world.makeDevices(await world.makeApp(provider), 1);
      await fakes.misbehave({ provider, fault: { kind: 'answer', status: 503 } });
    }
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await passTime();
    expect(await world.outcomes()).toEqual({ retrying: PROVIDERS.length });

    const [row] = await database.query<{ id: number; pushes: string | OldPush[] }>('SELECT id, pushes FROM run');
    const pushes = typeof row?.pushes === 'string' ? (JSON.parse(row.pushes) as OldPush[]) : (row?.pushes ?? []);
    const old = JSON.stringify(pushes.map(toOld));
    expect(old).not.toContain('timeToLive');
    await database.tx((tx) => execute(tx, 'UPDATE run SET pushes = ? WHERE id = ?', [old, row?.id]));
    await fakes.behave();
    await passTime();
    const titles = (await fakes.entries({ accepted: true })).map(({ provider, title }) => [provider, title]);
    expect(titles.toSorted()).toEqual(PROVIDERS.map((provider) => [provider, 'title en']));
  });
});
