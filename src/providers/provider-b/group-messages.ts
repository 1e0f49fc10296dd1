import type { Content, Message, Outcome } from '../sender.js';

/** One message of a call, with its place in the batch. */
interface Recipient {
  readonly index: number;
  readonly message: Message;
  readonly subscriptionId: string;
}

/** Messages that go out in one request; at least one. */
export type Call = readonly Recipient[];

export interface Grouped {
  readonly calls: readonly Call[];
  /** Messages that cannot go, by their place in the batch. */
  readonly rejected: ReadonlyMap<number, Outcome>;
}

const MAX_IDS_PER_CALL = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Groups messages that show the same, in their order, and cuts the groups into calls. */
export function groupMessages(messages: readonly Message[]): Grouped {
  const groups = new Map<string, Recipient[]>();
  const rejected = new Map<number, Outcome>();
  const groupOf = groupsByContent(groups);
  messages.forEach((message, index) => {
    const { target } = message;
    if (target.kind !== 'subscription-id') rejected.set(index, { kind: 'failed', reason: 'not a subscription id' });
    // One malformed id would make OneSignal refuse the whole call.
    else if (!UUID.test(target.subscriptionId)) rejected.set(index, MALFORMED);
    else groupOf(message.content).push({ index, message, subscriptionId: target.subscriptionId });
  });
  return { calls: [...groups.values()].flatMap(cutIntoCalls), rejected };
}

const MALFORMED: Outcome = { kind: 'invalid-token', reason: 'not a subscription id', deadSince: null };

/** The same content may come as different objects, from different pushes of a batch: compared as text, once each. */
function groupsByContent(groups: Map<string, Recipient[]>): (content: Content) => Recipient[] {
  const known = new Map<Content, Recipient[]>();
  return (content) => {
    const found = known.get(content);
    if (found !== undefined) return found;
    const name = JSON.stringify(content);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    known.set(content, group);
    return group;
  };
}

const cutIntoCalls = (group: readonly Recipient[]): Call[] =>
  Array.from({ length: Math.ceil(group.length / MAX_IDS_PER_CALL) }, (_, part) =>
    group.slice(part * MAX_IDS_PER_CALL, (part + 1) * MAX_IDS_PER_CALL),
  );
