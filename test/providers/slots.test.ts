import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Senders } from '../../src/providers/create-senders.js';
import type { Message, ProviderName } from '../../src/providers/sender.js';
import { contentFor } from '../../src/providers/slots.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { closeSenders, makeBatch, makeContent, makeMessages, makeSenderApp, makeTargets, nameOf } from './harness.js';
import { threadedSendersFor } from './threads.js';

const SHARED = makeContent({ title: '', slotted: { title: ['Seat ', 0, ' of "', 1, '"'], image: ['https://x/', 0] } });

const personal = (messages: readonly Message[]): Message[] =>
  messages.map((message, index) => ({ ...message, content: SHARED, slots: [String(index), 'Ünï'] }));

test('slots are filled in order, missing values are empty, and other text stays', () => {
  const filled = contentFor({ content: SHARED, slots: ['7'] });
  expect(filled).toEqual(makeContent({ title: 'Seat 7 of ""', image: 'https://x/7' }));
  expect(contentFor({ content: SHARED })).toBe(SHARED);
});

describe('slots in the sending threads', () => {
  let fakes: Fakes;
  let senders: Senders;
  beforeAll(async () => {
    fakes = await startFakes();
  });
  beforeEach(async () => {
    senders = await threadedSendersFor(fakes);
  });
  afterEach(async () => {
    await closeSenders(senders);
    await fakes.reset();
  });
  afterAll(() => fakes.close());

  test.each<ProviderName>(['provider_a', 'provider_b', 'provider_c', 'webpush'])(
    'each device of %s gets its own text',
    async (provider) => {
      const app = await makeSenderApp(fakes, provider);
      const targets = await makeTargets(fakes, provider, 20);
      const outcomes = await senders[provider].send(makeBatch(app, personal(makeMessages(targets))));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
      const titles = new Map((await fakes.entries({ limit: 100 })).map(({ target, title }) => [target, title]));
      expect(targets.map((target) => titles.get(nameOf(target)))).toEqual(
        targets.map((_, index) => `Seat ${index} of "Ünï"`),
      );
    },
  );
});
