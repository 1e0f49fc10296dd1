import type {
  CredentialsCheck,
  Message,
  Outcome,
  ProviderName,
  SendBatch,
  Sender,
} from '../../src/providers/sender.js';

export interface Sent {
  readonly id: string;
  readonly token: string;
  readonly title: string;
}

/** A sender without a network. It records accepted messages, answers as configured, and reports its calls. */
export class RecordingSender implements Sender {
  readonly provider: ProviderName = 'provider_c';
  /** Every accepted message in order, including repeats. */
  readonly ledger: Sent[] = [];
  calls = 0;
  /** Decides the outcome of a message, `sent` by default. */
  answer: (message: Message, batch: SendBatch) => Outcome = () => ({ kind: 'sent', providerMessageId: null });
  /** Runs before the messages of a call are accepted, for example to pause or to die. */
  before: (batch: SendBatch) => Promise<void> | void = () => undefined;
  /** Runs after acceptance, before the caller gets the answer. */
  after: (batch: SendBatch) => Promise<void> | void = () => undefined;

  async send(batch: SendBatch): Promise<Outcome[]> {
    this.calls += 1;
    await this.before(batch);
    const outcomes = batch.messages.map((message) => this.answer(message, batch));
    for (const [index, message] of batch.messages.entries()) {
      if (outcomes[index]?.kind === 'sent') this.ledger.push(toSent(message));
    }
    await this.after(batch);
    return outcomes;
  }

  async check(): Promise<CredentialsCheck> {
    return { accepted: true, reason: null };
  }

  async close(): Promise<void> {
    // It has no open connections.
  }

  /** How often each message was accepted. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { id } of this.ledger) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** The number of repeats, without the first acceptance of each message. */
  get duplicates(): number {
    return this.ledger.length - this.counts().size;
  }

  reset(): void {
    this.ledger.length = 0;
    this.calls = 0;
    this.answer = () => ({ kind: 'sent', providerMessageId: null });
    this.before = () => undefined;
    this.after = () => undefined;
  }
}

const toSent = ({ id, target, content }: Message): Sent => ({
  id,
  token: target.kind === 'token' ? target.token : '',
  title: content.title,
});
