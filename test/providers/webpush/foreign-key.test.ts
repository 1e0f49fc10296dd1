import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Senders } from '../../../src/providers/create-senders.js';
import type { Outcome, SenderApp, Target } from '../../../src/providers/sender.js';
import type { Fakes, SubscriptionRequest } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { closeSenders, makeBatch, makeMessages, makeSenderApp, makeTargets, nameOf, sendersFor } from '../harness.js';
import { threadedSendersFor } from '../threads.js';

const WORDS = [
  [undefined, '403 forbidden'],
  ['fcm', '403 forbidden'],
  ['mozilla', '401 unauthorized'],
  ['apple', '400 bad request'],
] as const;
const FOREIGN = {
  kind: 'failed',
  code: 'FOREIGN_KEY',
  detail: '403 forbidden',
  isForeignKey: true,
};

describe('a web push subscription made with another key', () => {
  let fakes: Fakes;
  let senders: Senders;
  let app: SenderApp;

  beforeAll(async () => {
    fakes = await startFakes();
  });
  beforeEach(async () => {
    senders = sendersFor(fakes);
    app = await makeSenderApp(fakes, 'webpush');
  });
  afterEach(async () => {
    await fakes.reset();
    await closeSenders(senders);
  });
  afterAll(() => fakes.close());

  const own = (count: number) => makeTargets(fakes, 'webpush', count);
  const foreign = async (count: number, given: SubscriptionRequest = {}): Promise<Target[]> => {
    const { appKey } = await fakes.makeApp('webpush');
    const made = await fakes.makeSubscriptions({ ...given, count, vapidPublicKey: appKey });
    return made.map(({ endpoint, keys }) => ({ kind: 'web', endpoint, ...keys }));
  };
  const send = (targets: readonly Target[]): Promise<Outcome[]> =>
    senders.webpush.send(makeBatch(app, makeMessages(targets)));

  test.each(WORDS)('fails permanently if others are accepted, with the answer %p', async (refusesAs, status) => {
    const strangers = await foreign(1, { refusesAs });

    const [stranger, ...others] = await send([...strangers, ...(await own(3))]);
    const [alone] = await send(strangers);

    const expected = { ...FOREIGN, detail: status };
    expect([stranger, alone]).toEqual([expected, expected]);
    expect(kinds(others)).toEqual(['sent', 'sent', 'sent']);
  });

  test('a 400 without a reason is reported as probable', async () => {
    const [rogue, ...others] = await own(2);
    await send(others);
    if (!rogue) throw new Error('no target');
    await fakes.misbehave({ provider: 'webpush', targets: [nameOf(rogue)], fault: { kind: 'answer', status: 400 } });

    expect(await send([rogue])).toEqual([{ ...FOREIGN, code: 'PERHAPS_FOREIGN_KEY', detail: '400 bad request' }]);
  });

  test.each(WORDS)(
    'waits until a message is accepted, and is judged then, with the answer %p',
    async (refusesAs, _status) => {
      const strangers = await foreign(1, { refusesAs });

      const [early] = await send(strangers);
      await send(await own(1));
      const [late] = await send(strangers);

      expect(early?.kind).toBe(refusesAs === undefined ? 'app-paused' : 'retry-after');
      expect(late).toMatchObject({ kind: 'failed', isForeignKey: true });
    },
  );

  test('is identified while it waits, if the push service identifies it', async () => {
    const [named] = await send(await foreign(1, { refusesAs: 'fcm' }));
    const [unnamed] = await send(await foreign(1));

    expect(named).toEqual({ ...FOREIGN, kind: 'retry-after', afterMs: 60_000 });
    expect(unnamed).toEqual({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403 forbidden', afterMs: null });
  });

  test('does not block the other messages on its page, however many there are', async () => {
    const targets = [...(await foreign(300, { refusesAs: 'apple' })), ...(await own(20))];

    const outcomes = await send(targets);

    expect(kinds(outcomes)).toEqual([...Array(300).fill('failed'), ...Array(20).fill('sent')]);
  });

  test('is judged a thousand times without a pause, if the push service gives its reason', async () => {
    await send(await own(1));

    for (let page = 0; page < 3; page += 1) {
      expect(new Set(kinds(await send(await foreign(50, { refusesAs: 'mozilla' }))))).toEqual(new Set(['failed']));
    }
  });

  test('is not assumed when a push service stops accepting everything without a reason', async () => {
    const targets = await own(40);
    await send(targets);
    await fakes.misbehave({ provider: 'webpush', fault: { kind: 'answer', status: 403 } });

    const page = await send(targets);
    await fakes.behave();
    const after = await send(targets);

    expect(new Set(kinds(page))).toEqual(new Set(['app-paused']));
    expect(new Set(kinds(after))).toEqual(new Set(['sent']));
  });

  test('costs at most seven messages when a push service stops accepting single messages', async () => {
    const targets = await own(20);
    await send(targets);
    await fakes.misbehave({ provider: 'webpush', fault: { kind: 'answer', status: 403 } });

    const outcomes: Outcome[] = [];
    for (const target of targets) outcomes.push(...(await send([target])));

    expect(kinds(outcomes)).toEqual([...Array(7).fill('failed'), ...Array(13).fill('app-paused')]);
  });

  test('does not pause an application whose messages another push service accepts', async () => {
    await send(await own(1));

    const [elsewhere] = await send(await foreign(1, { cleartext: true }));
    const [unknown] = await senders.webpush.send(
      makeBatch(await makeSenderApp(fakes, 'webpush'), makeMessages(await foreign(1, { cleartext: true }))),
    );

    expect(elsewhere).toEqual({
      kind: 'retry-after',
      code: 'BAD_CREDENTIALS',
      detail: '403 forbidden',
      afterMs: 60_000,
    });
    expect(unknown).toEqual({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403 forbidden', afterMs: null });
  });

  test('does not delay others at its push service while it waits', async () => {
    await send(await foreign(1, { refusesAs: 'fcm' }));

    expect(kinds(await send(await own(2)))).toEqual(['sent', 'sent']);
  });

  test('is judged again with new credentials', async () => {
    await send(await own(1));
    const renewed = { ...app, credentialsVersion: app.credentialsVersion + 1 };

    const outcomes = await senders.webpush.send(makeBatch(renewed, makeMessages(await foreign(1))));

    expect(kinds(outcomes)).toEqual(['app-paused']);
  });

  test('is judged by answers on any thread', async () => {
    const threaded = await threadedSendersFor(fakes, { smallestTask: 10 });
    const strangers = await foreign(1);
    const messages = makeMessages([...(await own(20))]);

    // Twenty go to the thread, and one stays on the main thread, which has had no success itself.
    await threaded.webpush.send(makeBatch(app, messages));
    const outcomes = await threaded.webpush.send(makeBatch(app, makeMessages(strangers)));
    await closeSenders(threaded);

    expect(outcomes).toEqual([FOREIGN]);
  });
});

const kinds = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ kind }) => kind);
