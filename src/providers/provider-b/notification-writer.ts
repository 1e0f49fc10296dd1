import { shortKeyOf } from '../collapse-key.js';
import { joinBytes } from '../content-json.js';
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
    private readonly batch: Pick<SendBatch, 'messages' | 'sharedId' | 'ttlSeconds' | 'urgency' | 'collapseKey'>,
  ) {
    const { ttlSeconds, urgency, collapseKey, sharedId } = batch;
    const collapseId = collapseKey === null ? sharedId : shortKeyOf(collapseKey, 64);
    const shared = JSON.stringify({
      app_id: appId,
      ttl: Math.min(ttlSeconds, MAX_TTL_SECONDS),
      priority: urgency === 'high' ? 10 : 5,
      mutable_content: true,
      ios_sound: 'default',
      ...(collapseId === null ? {} : { collapse_id: collapseId }),
    });
    this.opened = Buffer.from(`${shared.slice(0, -1)},`);
  }

  write(call: Call): Buffer {
    const rest = renderContent(call.content) + this.renderRest(call.places);
    return joinBytes(this.opened, rest);
  }

  /** The ids are joined and not stringified: they are known to be UUIDs, and there are up to 2,000 of them. */
  private renderRest(places: readonly number[]): string {
    const [only] = places;
    if (only !== undefined && places.length === 1) return this.renderOnly(this.batch.messages[only] as Message);
    const messages = places.map((place) => this.batch.messages[place] as Message);
    const ids = messages.map(subscriptionIdOf).join('","');
    return `,"idempotency_key":"${idempotencyKey(messages.map(({ id }) => id))}","include_subscription_ids":["${ids}"]}`;
  }

  private renderOnly(message: Message): string {
    const { sharedId, collapseKey } = this.batch;
    const own = sharedId === null && collapseKey === null ? `,"collapse_id":"${message.id}"` : '';
    const data = `,"data":{"receipt":${JSON.stringify(message.receipt)}}`;
    return `,"idempotency_key":"${idempotencyKey([message.id])}"${own}${data},"include_subscription_ids":["${subscriptionIdOf(message)}"]}`;
  }
}

export const subscriptionIdOf = ({ target }: Message): string =>
  target.kind === 'subscription-id' ? target.subscriptionId : '';
