import type { Unrendered } from '../../content/liquid/stops.js';
import type { FieldName, MessageContent } from '../../ports/message-fields.js';
import { sayReason } from '../../providers/codes.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import { ignoredFields } from '../../providers/field-mapping.js';
import type { RecordedRequest } from '../../providers/recorded-wire.js';
import type { Outcome } from '../../providers/sender.js';

export const WARNINGS = {
  FIELD_IGNORED: 'The platform does not support the field, so it has no effect there.',
  TITLE_CUT: 'The title is longer than a typical device shows.',
  TEXT_CUT: 'The text is longer than a typical device shows.',
  SHORTENED: 'The message was too large, so its texts are shortened, as `truncate` asks.',
  NO_LINK: 'The message has no link; a click opens the start page of the site.',
  TOO_LARGE: 'The message is larger than the provider accepts.',
  NOT_SENT: 'Nothing would be sent to this platform.',
  NOT_RENDERED: 'The template of the message drops it for this device, or cannot be rendered.',
} as const;

export interface PreviewWarning {
  readonly code: keyof typeof WARNINGS;
  /** The field that causes it; null: none in particular. */
  readonly field: FieldName | null;
  readonly message: string;
}

/** @param unrendered why its template drops the message. */
export const notRendered = (unrendered: Unrendered): PreviewWarning => ({
  code: 'NOT_RENDERED',
  field: null,
  message: `Nothing would be sent to this device: ${sayReason(unrendered)}.`,
});

interface Previewed {
  readonly provider: ProviderDefinition;
  readonly content: MessageContent;
  readonly request: RecordedRequest | null;
  readonly outcome: Outcome | undefined;
  readonly size: number | null;
  readonly limit: number | null;
}

/** Returns the warnings about the message for one provider. */
export const warningsOf = (previewed: Previewed): PreviewWarning[] => [
  ...sendWarnings(previewed),
  ...ignoredWarnings(previewed),
  ...(previewed.content.silent ? [] : visibleWarnings(previewed)),
];

const sendWarnings = ({ provider, request, outcome, size, limit }: Previewed): PreviewWarning[] => {
  const { title } = provider.words;
  if (size !== null && limit !== null && size > limit) {
    const message = `The message has ${size} bytes, and the maximum of ${title} is ${limit}.`;
    return [{ code: 'TOO_LARGE', field: null, message }];
  }
  if (request !== null) return [];
  const reason = outcome === undefined || outcome.kind === 'sent' ? '' : `: ${sayReason(outcome)}`;
  return [{ code: 'NOT_SENT', field: null, message: `Nothing would be sent to ${title}${reason}.` }];
};

const ignoredWarnings = ({ provider, content }: Previewed): PreviewWarning[] =>
  ignoredFields(provider, content).map((field) => ({
    code: 'FIELD_IGNORED',
    field,
    message: `${provider.words.title}: \`${field}\` has no effect on this platform.`,
  }));

const visibleWarnings = ({ provider, content, request }: Previewed): PreviewWarning[] => {
  const { shown, fields, address } = provider;
  const warnings: PreviewWarning[] = [];
  if (isLonger(content.title, shown.title)) warnings.push(cut('TITLE_CUT', 'title', shown.title));
  if (isLonger(content.text, shown.text)) warnings.push(cut('TEXT_CUT', 'text', shown.text));
  if (request !== null && content.truncate && !request.body.includes(inJson(content.text)))
    warnings.push({ code: 'SHORTENED', field: 'text', message: 'The text is shortened so that the message fits.' });
  // A browser must open something; an app decides for itself.
  if (content.link === null && fields.link !== null && address.field === 'subscription')
    warnings.push({ code: 'NO_LINK', field: 'link', message: WARNINGS.NO_LINK });
  return warnings;
};

const cut = (code: 'TITLE_CUT' | 'TEXT_CUT', field: 'title' | 'text', most: number): PreviewWarning => ({
  code,
  field,
  message: `A typical device shows about ${most} characters of the ${field}.`,
});

/**
 * Whether a person sees more than `most` characters. V8 copies the whole text for each grapheme that it returns, so it
 * gets no more of the text than that many long emoji have.
 */
const isLonger = (text: string, most: number): boolean => {
  let seen = 0;
  for (const _ of GRAPHEMES.segment(text.slice(0, (most + 1) * LONGEST_GRAPHEME))) {
    seen += 1;
    if (seen > most) return true;
  }
  return false;
};

/** UTF-16 units of a family of four, with skin tones. */
const LONGEST_GRAPHEME = 25;

const GRAPHEMES = new Intl.Segmenter();

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
