import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Senders } from '../../src/providers/create-senders.js';
import type {
  Content,
  Message,
  Outcome,
  ProviderName,
  SendBatch,
  SenderApp,
  Target,
} from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { Fault } from '../support/fakes/misbehaviour.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { closeSenders, makeBatch, makeMessages, makeSenderApp, makeTargets, sendersFor, TestClock } from './harness.js';

/** Fakes for a whole test file. Each test gets new senders, a clock and an application. */
export class Fixture {
  fakes!: Fakes;
  senders!: Senders;
  clock!: TestClock;
  app!: SenderApp;

  constructor(readonly provider: ProviderName) {
    beforeAll(async () => {
      this.fakes = await startFakes();
    });
    beforeEach(async () => {
      this.clock = new TestClock();
      this.senders = sendersFor(this.fakes, { clock: this.clock });
      this.app = await makeSenderApp(this.fakes, provider);
    });
    afterEach(async () => {
      await this.fakes.setNow(null);
      await this.fakes.reset();
      await closeSenders(this.senders);
    });
    afterAll(() => this.fakes.close());
  }

  targets(count: number): Promise<Target[]> {
    return makeTargets(this.fakes, this.provider, count);
  }

  sendMessages(messages: readonly Message[], given?: Partial<SendBatch>): Promise<Outcome[]> {
    return this.senders[this.provider].send(makeBatch(this.app, messages, given));
  }

  sendTo(targets: readonly Target[], content?: Content, given?: Partial<SendBatch>): Promise<Outcome[]> {
    return this.sendMessages(makeMessages(targets, content), given);
  }

  /** Sends one message to a fresh device. */
  async sendOne(content?: Content, given?: Partial<SendBatch>): Promise<Outcome | undefined> {
    return (await this.sendTo(await this.targets(1), content, given))[0];
  }

  /** Answers with an error, for every message or for the given number. */
  answering(answer: Omit<Extract<Fault, { kind: 'answer' }>, 'kind'>, times?: number): Promise<void> {
    return this.fakes.misbehave({
      provider: this.provider,
      ...(times !== undefined && { times }),
      fault: { kind: 'answer', ...answer },
    });
  }

  async statuses(): Promise<number[]> {
    return (await this.fakes.entries({ provider: this.provider })).map((entry) => entry.status);
  }

  /** The first message that arrived, as received. */
  async firstContent(): Promise<Readonly<Record<string, unknown>> | null | undefined> {
    return (await this.fakes.entries({ provider: this.provider }))[0]?.content;
  }
}
