import type { Content, Message, Outcome } from '../sender.js';

/** Messages that go out in one request; at least one. */
export interface Call {
  readonly content: Content;
  /** Of its messages, in the batch. */
  readonly places: number[];
}

export interface Grouped {
  readonly calls: readonly Call[];
  /** Messages that cannot go, by their place in the batch. */
  readonly rejected: ReadonlyMap<number, Outcome>;
}

export const MAX_IDS_PER_CALL = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Puts messages that show the same into calls together, in their order. @param most messages of one call. */
export function groupMessages(messages: readonly Message[], most = MAX_IDS_PER_CALL): Grouped {
  const calls = new Calls(most);
  const rejected = new Map<number, Outcome>();
  let place = 0;
  for (const { target, content } of messages) {
    if (target.kind !== 'subscription-id') rejected.set(place, NOT_A_SUBSCRIPTION);
    // One malformed id would make OneSignal refuse the whole call.
    else if (!UUID.test(target.subscriptionId)) rejected.set(place, MALFORMED);
    else calls.add(content, place);
    place += 1;
  }
  return { calls: calls.all, rejected };
}

const NOT_A_SUBSCRIPTION: Outcome = { kind: 'failed', reason: 'not a subscription id' };
const MALFORMED: Outcome = { kind: 'invalid-token', reason: 'not a subscription id', deadSince: null };

/**
 * Keeps nothing but places: what is made for a message here lives until the last of the batch is sent, and would be
 * copied by each collection until then.
 */
class Calls {
  readonly all: Call[] = [];
  /** The same may come as different objects, from several pushes of a batch. By text: contents differ by it as a rule. */
  private readonly ofText = new Map<string, Call[]>();
  private last: Call | undefined;

  constructor(private readonly most: number) {}

  add(content: Content, place: number): void {
    if (this.most === 1) {
      this.begin(content, place);
      return;
    }
    const { last } = this;
    const call = last?.content === content && this.hasRoom(last) ? last : this.find(content);
    if (call) call.places.push(place);
    this.last = call ?? this.begin(content, place);
  }

  private find(content: Content): Call | undefined {
    return this.ofText.get(content.text)?.find((call) => isAlike(call.content, content) && this.hasRoom(call));
  }

  private hasRoom({ places }: Call): boolean {
    return places.length < this.most;
  }

  private begin(content: Content, place: number): Call {
    const call: Call = { content, places: [place] };
    const others = this.ofText.get(content.text);
    if (others) others.push(call);
    else this.ofText.set(content.text, [call]);
    this.all.push(call);
    return call;
  }
}

const isAlike = (one: Content, other: Content): boolean =>
  one === other ||
  (one.title === other.title &&
    one.text === other.text &&
    one.image === other.image &&
    one.icon === other.icon &&
    one.link === other.link);
