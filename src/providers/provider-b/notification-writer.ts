import { shortKeyOf } from '../collapse-key.js';
import type { Message, SendBatch } from '../sender.js';
import type { Call } from './group-messages.js';
import { idempotencyKey } from './idempotency-key.js';
import { renderContent } from './render-content.js';

const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** Writes the requests of one batch: https://documentation.onesignal.com/reference/create-message */
export class NotificationWriter {
  /** What all of them have in common, left open. */
  private readonly opened: Buffer;

  constructor(
    appId: string,
    private readonly batch: Pick<SendBatch, 'messages' | 'ttlSeconds' | 'urgency' | 'collapseKey'>,
  ) {
    const { ttlSeconds, urgency, collapseKey } = batch;
    const shared = JSON.stringify({
      app_id: appId,
      ttl: Math.min(ttlSeconds, MAX_TTL_SECONDS),
      priority: urgency === 'high' ? 10 : 5,
      ...(collapseKey === null ? {} : { collapse_id: shortKeyOf(collapseKey, 64) }),
    });
    this.opened = Buffer.from(`${shared.slice(0, -1)},`);
  }

  /**
   * Part by part into one buffer: what is shown may have characters of two bytes, and a string of it all would have only
   * such. The ids are joined and not stringified: they are known to be UUIDs, and there are up to 2,000 of them.
   */
  write(call: Call): Buffer {
    const content = renderContent(call.content);
    const rest = this.renderRest(call.places.map((place) => this.batch.messages[place] as Message));
    const contentAt = this.opened.length;
    const restAt = contentAt + Buffer.byteLength(content);
    const body = Buffer.allocUnsafe(restAt + Buffer.byteLength(rest));
    body.set(this.opened);
    body.write(content, contentAt);
    body.write(rest, restAt);
    return body;
  }

  private renderRest(messages: readonly Message[]): string {
    const [only] = messages;
    if (only && messages.length === 1) {
      const data = `,"data":{"receipt":${JSON.stringify(only.receipt)}}`;
      return `,"idempotency_key":"${idempotencyKey([only.id])}"${data},"include_subscription_ids":["${subscriptionIdOf(only)}"]}`;
    }
    const ids = messages.map(subscriptionIdOf).join('","');
    return `,"idempotency_key":"${idempotencyKey(messages.map(({ id }) => id))}","include_subscription_ids":["${ids}"]}`;
  }
}

export const subscriptionIdOf = ({ target }: Message): string =>
  target.kind === 'subscription-id' ? target.subscriptionId : '';
