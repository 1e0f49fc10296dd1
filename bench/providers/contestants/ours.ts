import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { systemClock } from '../../../src/ports/clock.js';
import { contentOf } from '../../../src/ports/message-fields.js';
import { createSenders } from '../../../src/providers/create-senders.js';
import type { Content, Message, SenderApp } from '../../../src/providers/sender.js';
import {
  type Contestant,
  type Course,
  IDS_PER_CALL,
  PAGE,
  PAGES_AT_ONCE,
  RECEIPT,
  runMany,
  TEXT,
  TITLE,
} from '../contestant.js';

export interface OursOptions {
  /** provider_b sends different content in separate calls. */
  readonly eachDiffers?: boolean;
}

/** Our sender as used in delivery: four pages at once. */
export const openOurs =
  ({ eachDiffers = false }: OursOptions = {}) =>
  async (course: Course): Promise<Contestant> => {
    const { provider_a, provider_b, provider_c } = course.addresses;
    const senders = createSenders({
      baseUrls: { provider_a, provider_b, provider_c },
      allowPrivate: true,
      ca: course.ca,
      providerATransport: 'http2',
      threads: { count: readThreads(), isAlwaysShared: true },
      clock: systemClock,
      random: Math.random,
    });
    const app: SenderApp = { id: 1, credentialsVersion: 1, credentials: course.credentials };
    const page = course.provider === 'provider_b' && !eachDiffers ? IDS_PER_CALL : PAGE;
    const { signal } = new AbortController();
    const sendPage = async (size: number): Promise<void> => {
      const messages = makeMessages(course, size, eachDiffers);
      const outcomes = await senders[course.provider].send({
        ...{ app, messages, sharedId: randomUUID(), ttlSeconds: 3600, urgency: 'high', collapseKey: null, signal },
      });
      const odd = outcomes.find(({ kind }) => kind !== 'sent');
      if (odd !== undefined || outcomes.length !== size) throw new Error(`Not sent: ${JSON.stringify(odd)}`);
    };
    return {
      send: (count) =>
        runMany(Math.ceil(count / page), PAGES_AT_ONCE, (index) => sendPage(Math.min(page, count - index * page))),
      close: async () => {
        await Promise.all(Object.values(senders).map((sender) => sender.close()));
      },
    };
  };

/** The service's default, or the benchmark's setting. */
const readThreads = (): number => Number(process.env.BENCH_SENDER_THREADS || availableParallelism() - 1);

const makeMessages = ({ targets }: Course, count: number, eachDiffers: boolean): Message[] => {
  const shared = makeContent(TEXT);
  return Array.from({ length: count }, (_, index) => {
    const target = targets[index % targets.length];
    if (target === undefined) throw new Error('No targets.');
    const content = eachDiffers ? makeContent(`${TEXT} ${index}`) : shared;
    return { id: randomUUID(), target, content, receipt: RECEIPT };
  });
};

const makeContent = (text: string): Content => contentOf({}, { title: TITLE, text });
