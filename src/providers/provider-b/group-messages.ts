import { FIELD_LIST, type MessageContent } from '../../ports/message-fields.js';
import type { Message, Outcome } from '../sender.js';
import { contentFor } from '../slots.js';

/** Messages that are sent in one request; at least one. */
export interface Call {
  readonly content: MessageContent;
  /** Indexes of its messages in the batch. */
  readonly places: number[];
}

export interface Grouped {
  readonly calls: readonly Call[];
  /** Outcomes of messages that cannot be sent, by their index in the batch. */
  readonly rejected: ReadonlyMap<number, Outcome>;
}

export const MAX_IDS_PER_CALL = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Groups messages with equal content into calls, in order. @param most maximum number of messages per call. */
export function groupMessages(messages: readonly Message[], most = MAX_IDS_PER_CALL): Grouped {
  const calls = new Calls(most);
  const rejected = new Map<number, Outcome>();
  let place = 0;
  for (const message of messages) {
    const { target } = message;
    if (target.kind !== 'subscription-id') rejected.set(place, NOT_A_SUBSCRIPTION);
    // OneSignal would reject the whole call for one malformed id.
    else if (!UUID.test(target.subscriptionId)) rejected.set(place, MALFORMED);
    else calls.add(message, place);
    place += 1;
  }
  return { calls: calls.all, rejected };
}

const NOT_A_SUBSCRIPTION: Outcome = { kind: 'failed', code: 'NOT_A_SUBSCRIPTION_ID', detail: null };
const MALFORMED: Outcome = {
  kind: 'invalid-token',
  code: 'NOT_A_SUBSCRIPTION_ID',
  detail: null,
  deadSince: null,
};

/**
 * Stores only indexes. Objects made for each message would live until the batch ends, and each garbage collection would
 * copy them.
 */
class Calls {
  readonly all: Call[] = [];
  /** Calls of equal contents, which may be different objects. Most contents that differ at all differ in their text. */
  private readonly ofKey = new Map<string, Call[]>();
  private last: Call | undefined;

  constructor(private readonly most: number) {}

  add(message: Message, place: number): void {
    const content = contentFor(message);
    // The texts of messages with slots may all be the same while their titles differ.
    const key = message.slots === undefined ? `text ${content.text}` : `all ${JSON.stringify(content)}`;
    if (this.most === 1) {
      this.begin(content, { key, place });
      return;
    }
    const { last } = this;
    const call = last?.content === content && this.hasRoom(last) ? last : this.find(content, key);
    if (call) call.places.push(place);
    this.last = call ?? this.begin(content, { key, place });
  }

  private find(content: MessageContent, key: string): Call | undefined {
    const isAlike = key.startsWith('all ') ? () => true : isSame;
    return this.ofKey.get(key)?.find((call) => isAlike(call.content, content) && this.hasRoom(call));
  }

  private hasRoom({ places }: Call): boolean {
    return places.length < this.most;
  }

  private begin(content: MessageContent, { key, place }: { key: string; place: number }): Call {
    const call: Call = { content, places: [place] };
    const others = this.ofKey.get(key);
    if (others) others.push(call);
    else this.ofKey.set(key, [call]);
    this.all.push(call);
    return call;
  }
}

const isSame = (one: MessageContent, other: MessageContent): boolean =>
  one === other || FIELD_LIST.every(({ name }) => one[name] === other[name]);
