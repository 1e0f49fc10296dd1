import type { MessageContent } from '../../ports/message-fields.js';
import { shortKeyOf } from '../collapse-key.js';
import { joinBytes, openObject } from '../content-json.js';
import { isRecord } from '../exchange.js';
import { applyFields } from '../field-mapping.js';
import type { Message, SendBatch } from '../sender.js';
import type { Call } from './group-messages.js';
import { idempotencyKey } from './idempotency-key.js';
import { ONESIGNAL_FIELDS, SILENT_FIELDS } from './onesignal-fields.js';
import { mergeOneSignal } from './onesignal-passthrough.js';

const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

/** The JSON that calls with one content share. */
interface Opened {
  /** The members of the content, without the closing brace. */
  readonly bytes: Buffer;
  /** The data as JSON without the closing brace; `{`: none. */
  readonly data: string;
}

/** Writes the requests of one batch: https://documentation.onesignal.com/reference/create-message */
export class NotificationWriter {
  private readonly known = new Map<MessageContent, Opened>();

  constructor(
    private readonly appId: string,
    private readonly batch: Pick<SendBatch, 'messages' | 'sharedId' | 'ttlSeconds' | 'urgency' | 'collapseKey'>,
  ) {}

  write({ content, places }: Call): Buffer {
    const { bytes, data } = this.known.get(content) ?? this.open(content);
    return joinBytes(bytes, this.renderRest(places, data));
  }

  private open(content: MessageContent): Opened {
    const { data, ...members } = this.render(content);
    const opened = {
      bytes: Buffer.from(openObject(members)),
      data: openObject(isRecord(data) ? withoutReceipt(data) : {}),
    };
    this.known.set(content, opened);
    return opened;
  }

  private render(content: MessageContent): Readonly<Record<string, unknown>> {
    const { ttlSeconds, urgency, collapseKey, sharedId } = this.batch;
    const collapseId = collapseKey === null ? sharedId : shortKeyOf(collapseKey, 64);
    const draft = {
      app_id: this.appId,
      ttl: Math.min(ttlSeconds, MAX_TTL_SECONDS),
      priority: urgency === 'high' ? 10 : 5,
      mutable_content: true,
      ...(content.silent ? {} : { ios_sound: 'default' }),
      ...(collapseId === null ? {} : { collapse_id: collapseId }),
      ...(content.silent ? {} : { contents: {} }),
    };
    const message = applyFields(content.silent ? SILENT_FIELDS : ONESIGNAL_FIELDS, draft, content);
    return content.passthrough?.onesignal ? mergeOneSignal(message, content.passthrough.onesignal) : message;
  }

  /** Joins the ids instead of stringifying them: they are valid UUIDs, and there are up to 2,000. */
  private renderRest(places: readonly number[], data: string): string {
    const [only] = places;
    if (only !== undefined && places.length === 1) return this.renderOnly(this.batch.messages[only] as Message, data);
    const messages = places.map((place) => this.batch.messages[place] as Message);
    const ids = messages.map(subscriptionIdOf).join('","');
    const shared = data === '{' ? '' : `,"data":${data}}`;
    return `,"idempotency_key":"${idempotencyKey(messages.map(({ id }) => id))}"${shared},"include_subscription_ids":["${ids}"]}`;
  }

  private renderOnly(message: Message, opened: string): string {
    const { sharedId, collapseKey } = this.batch;
    const own = sharedId === null && collapseKey === null ? `,"collapse_id":"${message.id}"` : '';
    const data = `,"data":${opened}${opened === '{' ? '' : ','}"receipt":${JSON.stringify(message.receipt)}}`;
    return `,"idempotency_key":"${idempotencyKey([message.id])}"${own}${data},"include_subscription_ids":["${subscriptionIdOf(message)}"]}`;
  }
}

export const subscriptionIdOf = ({ target }: Message): string =>
  target.kind === 'subscription-id' ? target.subscriptionId : '';

const withoutReceipt = ({ receipt: _, ...data }: Readonly<Record<string, unknown>>) => data;
