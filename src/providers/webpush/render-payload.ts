import { FIELD_LIST, type MessageContent } from '../../ports/message-fields.js';
import { directionOf } from '../../text/language.js';
import { ContentJson, ID_PLACE, openObject } from '../content-json.js';
import { applyFields } from '../field-mapping.js';
import { fitText, LONGEST_RECEIPT } from '../fit-text.js';
import type { Content, Message } from '../sender.js';
import { MAX_PLAINTEXT_BYTES } from './encrypt-message.js';
import { WEB_PUSH_FIELDS, type WebPushDraft } from './web-push-fields.js';

export interface PayloadOptions {
  /** Null: a repeat replaces only its own message. */
  readonly collapseKey: string | null;
  /** The application's own address, whose origin opens for a message without a link; null: it has none. */
  readonly appLink: string | null;
}

/**
 * Renders payloads of one batch for the browser. A message with only the fields of REST is `{title, body, image, icon,
 * link, tag, receipt}`; any other field makes it declarative as well (docs/decisions/declarative-web-push.md).
 */
export class PayloadRenderer {
  private readonly contents: ContentJson;
  private readonly plain = new Map<Content, boolean>();

  constructor(options: PayloadOptions) {
    const open = (content: MessageContent): string =>
      isPlain(content) ? openFlat(content, options) : openDeclarative(content, options);
    const bytesOf = (content: MessageContent): number =>
      Buffer.byteLength(open(content) + endOf(LONGEST_RECEIPT, isPlain(content)));
    this.contents = new ContentJson((content) => open(fitText(content, MAX_PLAINTEXT_BYTES, bytesOf)));
  }

  render(message: Message): Buffer {
    return this.contents.complete(message, endOf(message.receipt, this.isPlain(message.content)));
  }

  private isPlain(content: Content): boolean {
    const known = this.plain.get(content) ?? isPlain(content);
    this.plain.set(content, known);
    return known;
  }
}

const endOf = (given: string, isFlat: boolean): string => {
  const receipt = `"receipt":${JSON.stringify(given)}}`;
  return isFlat ? receipt : `${receipt}},${receipt}`;
};

const LATER_FIELDS = FIELD_LIST.filter(({ rest }) => rest === null).map(({ name }) => name);

const isPlain = (content: MessageContent): boolean => LATER_FIELDS.every((name) => (content[name] ?? null) === null);

/** Ends before the receipt. */
const openFlat = (content: MessageContent, options: PayloadOptions): string => {
  const { notification: _, ...flat } = toDraft(content, options);
  return `${openObject({ ...flat, tag: tagOf(options) })},`;
};

/** Ends in the data of the notification, before the receipt. */
const openDeclarative = (content: MessageContent, options: PayloadOptions): string => {
  const { notification, ...flat } = toDraft(content, options);
  const { navigate, actions, data, ...shown } = notification;
  const tag = tagOf(options);
  const whole = {
    ...flat,
    tag,
    // Without an address to open, the message is only for the worker.
    ...(navigate !== undefined && { web_push: 8030, mutable: true }),
    notification: {
      ...shown,
      navigate,
      ...(Array.isArray(actions) && { actions: actions.map((action) => ({ navigate, ...action })) }),
      tag,
      data,
    },
  };
  const json = JSON.stringify(whole).slice(0, -'}}}'.length);
  return Object.keys(data).length > 0 ? `${json},` : json;
};

const toDraft = ({ language, ...content }: MessageContent, { appLink }: PayloadOptions): WebPushDraft => {
  const locale = language === undefined ? {} : { lang: language, dir: directionOf(language) };
  return applyFields(WEB_PUSH_FIELDS, { notification: { ...locale, navigate: originOf(appLink), data: {} } }, content);
};

const tagOf = ({ collapseKey }: PayloadOptions): string => collapseKey ?? ID_PLACE;

/** Undefined: the address of an app has no origin. */
const originOf = (appLink: string | null): string | undefined => {
  const url = appLink !== null && URL.canParse(appLink) ? new URL(appLink) : null;
  return url === null || url.origin === 'null' ? undefined : `${url.origin}/`;
};
