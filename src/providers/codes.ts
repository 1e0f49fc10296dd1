/** The graph's names for the meanings of codes. Advice for each is in `advice.ts`. */
export type CommonReasonCode =
  | 'MESSAGE_TOO_LARGE'
  | 'MESSAGE_NOT_RENDERED'
  | 'TOO_MANY_MESSAGES'
  | 'PROVIDER_FAILED'
  | 'PROVIDER_NOT_REACHED'
  | 'ADDRESS_REFUSED'
  | 'TIME_TO_LIVE_ENDED'
  | 'MASTER_KEY_CHANGED'
  | 'NO_CREDENTIALS'
  | 'ADDRESS_OF_OTHER_PROVIDER'
  | 'ACCOUNT_SUSPENDED'
  | 'PUSH_SERVICE_WAITS'
  | 'PUSH_SERVICE_UNPROVEN'
  | 'SET_ASIDE'
  | 'NO_ANSWER_IN_TIME'
  | 'CHECK_UNANSWERED'
  | 'DEVICE_RETIRED'
  | 'RETIRED_BY_OWNER'
  | 'UNREGISTERED_BY_DEVICE'
  | 'DEVICE_GONE'
  | 'INTERRUPTED'
  | 'SENDING_STOPPED';

interface CodeRow {
  /** The English sentence of REST and the graph; `{detail}` is replaced. */
  readonly text: string;
  /** Null: the code has a meaning only for providers that give it one in their `advice`. */
  readonly means: CommonReasonCode | null;
}

const PROVIDER_WORDS = '{detail}';

/**
 * Every reason that is stored or shown. Codes never change. `detail` is the provider's status and word
 * (`410 Unregistered`) or the code of a system error.
 */
const CODES = {
  // The provider answered about the device.
  UNREGISTERED: { text: PROVIDER_WORDS, means: 'DEVICE_GONE' },
  UNKNOWN_SUBSCRIPTION: { text: 'invalid subscription id', means: 'DEVICE_GONE' },
  BAD_TOKEN: { text: PROVIDER_WORDS, means: null },
  WRONG_TOPIC: { text: PROVIDER_WORDS, means: null },
  SENDER_ID_MISMATCH: { text: PROVIDER_WORDS, means: null },
  NOT_SUBSCRIBED: { text: 'not subscribed', means: null },
  NOBODY_REACHED: { text: 'nobody reached', means: null },
  FOREIGN_KEY: { text: '{detail}: subscription was made with another VAPID key', means: null },
  /** The device is retired; `detail` ends with the number of refusals. */
  REPEATED_FOREIGN_KEY: { text: PROVIDER_WORDS, means: null },
  PERHAPS_FOREIGN_KEY: { text: '{detail}: subscription was probably made with another VAPID key', means: null },

  // The provider answered about the message.
  PAYLOAD_TOO_LARGE: { text: PROVIDER_WORDS, means: 'MESSAGE_TOO_LARGE' },
  INVALID_ARGUMENT: { text: PROVIDER_WORDS, means: null },
  BAD_REQUEST: { text: PROVIDER_WORDS, means: null },
  REJECTED: { text: PROVIDER_WORDS, means: null },

  // The provider answered about the application.
  BAD_CREDENTIALS: { text: PROVIDER_WORDS, means: null },
  THIRD_PARTY_AUTH_ERROR: { text: PROVIDER_WORDS, means: null },
  EXPIRED_PROVIDER_TOKEN: { text: PROVIDER_WORDS, means: null },
  UNKNOWN_PROJECT: { text: PROVIDER_WORDS, means: null },
  UNKNOWN_APP: { text: PROVIDER_WORDS, means: null },
  TOO_MANY_REQUESTS: { text: PROVIDER_WORDS, means: 'TOO_MANY_MESSAGES' },
  QUOTA_EXCEEDED: { text: PROVIDER_WORDS, means: 'TOO_MANY_MESSAGES' },
  TOO_MANY_TOKEN_UPDATES: { text: PROVIDER_WORDS, means: 'TOO_MANY_MESSAGES' },
  ACCESS_TOKEN_REFUSED: { text: 'access token: {detail}', means: null },
  TOKEN_URI_REFUSED: { text: 'token_uri refused: {detail}', means: null },
  NO_ACCESS_TOKEN: { text: 'token_uri gave no token', means: null },

  // The provider failed, or did not answer.
  PROVIDER_FAILED: { text: PROVIDER_WORDS, means: 'PROVIDER_FAILED' },
  UNKNOWN_ERROR: { text: PROVIDER_WORDS, means: null },
  TIMEOUT: { text: 'timeout', means: 'PROVIDER_NOT_REACHED' },
  CONNECTION_FAILED: { text: 'connection failed: {detail}', means: 'PROVIDER_NOT_REACHED' },
  NAME_NOT_FOUND: { text: 'connection failed: {detail}', means: 'PROVIDER_NOT_REACHED' },
  CONNECTION_RESET: { text: 'connection reset', means: 'PROVIDER_NOT_REACHED' },
  STREAM_RESET: { text: 'stream reset: {detail}', means: 'PROVIDER_NOT_REACHED' },
  STREAM_REFUSED: { text: 'stream refused', means: 'PROVIDER_NOT_REACHED' },
  NETWORK_ERROR: { text: PROVIDER_WORDS, means: 'PROVIDER_NOT_REACHED' },
  SLOW_PAGE: { text: 'a page took {detail}', means: null },
  NO_ANSWER_IN_TIME: {
    text: 'the provider has not answered in time; the message may have arrived',
    means: 'NO_ANSWER_IN_TIME',
  },
  NO_ANSWER_YET: {
    text: 'the provider has not answered in time; the message may still arrive',
    means: 'NO_ANSWER_IN_TIME',
  },
  NO_ANSWER: { text: 'no answer', means: 'CHECK_UNANSWERED' },
  CHECK_UNANSWERED: { text: 'no answer in time', means: 'CHECK_UNANSWERED' },

  // The push service of a browser.
  PUSH_SERVICE_WAITS: { text: 'push service asked to wait', means: 'PUSH_SERVICE_WAITS' },
  UNPROVEN_ORIGIN: { text: 'its push service has not taken a message yet', means: 'PUSH_SERVICE_UNPROVEN' },
  SLOW_REFUSALS: { text: 'it refuses slowly', means: 'PUSH_SERVICE_UNPROVEN' },
  SET_ASIDE: {
    text: 'its push service refuses devices like this one: the others go first',
    means: 'SET_ASIDE',
  },
  NO_PUSH_SERVICE: { text: 'its push service does not exist: {detail}', means: null },

  // The message was not handed over: its address, its push, or its application is at fault.
  NOT_A_TOKEN: { text: 'not a token', means: 'ADDRESS_OF_OTHER_PROVIDER' },
  NOT_A_SUBSCRIPTION_ID: { text: 'not a subscription id', means: 'ADDRESS_OF_OTHER_PROVIDER' },
  NOT_A_SUBSCRIPTION: { text: 'not a web push subscription', means: 'ADDRESS_OF_OTHER_PROVIDER' },
  ADDRESS_NOT_PUBLIC: { text: 'address not public', means: 'ADDRESS_REFUSED' },
  ENDPOINT_REFUSED: { text: 'endpoint refused: {detail}', means: 'ADDRESS_REFUSED' },
  UNUSABLE_SUBSCRIPTION_KEYS: { text: 'keys are not usable', means: null },
  NOT_RENDERED: { text: 'cannot be rendered', means: 'MESSAGE_NOT_RENDERED' },
  SILENT_WEB_PUSH: { text: 'browsers take no silent messages', means: null },
  NO_PROJECT_ID: { text: 'no project_id in the credentials', means: null },
  UNUSABLE_PRIVATE_KEY: { text: 'private key is not usable', means: null },
  UNUSABLE_SERVICE_ACCOUNT: { text: 'service account is not usable', means: null },
  UNUSABLE_KEYS: { text: 'VAPID keys are not usable', means: null },
  NO_CREDENTIALS: { text: 'the application has no complete credentials', means: 'NO_CREDENTIALS' },
  CREDENTIALS_INCOMPLETE: { text: 'no complete credentials', means: 'NO_CREDENTIALS' },
  MASTER_KEY_CHANGED: { text: 'MASTER_KEY does not open its credentials', means: 'MASTER_KEY_CHANGED' },
  ACCOUNT_SUSPENDED: { text: 'the user is suspended', means: 'ACCOUNT_SUSPENDED' },

  // The message was not handed over, or its outcome is unknown, because of this service.
  ABORTED: { text: 'aborted before sending', means: 'INTERRUPTED' },
  SHUTTING_DOWN: { text: 'shutting down', means: 'INTERRUPTED' },
  THREAD_ENDED: { text: 'the sending thread ended', means: 'INTERRUPTED' },
  NO_OUTCOME: { text: 'the sender gave no outcome', means: 'INTERRUPTED' },
  REQUEST_NOT_SENT: { text: 'request cannot be sent', means: 'INTERRUPTED' },
  NOT_REACHED: { text: 'not reached', means: 'INTERRUPTED' },
  SENDS_NOTHING: { text: 'this process sends nothing', means: null },
  TIME_TO_LIVE_ENDED: { text: 'its time to live ended before it was sent', means: 'TIME_TO_LIVE_ENDED' },
  STOPPED: { text: 'sending was stopped', means: 'SENDING_STOPPED' },

  // The device was retired.
  TOKEN_DIED: { text: 'the token died with an earlier push of this run', means: 'DEVICE_RETIRED' },
  DEVICE_INACTIVE: { text: 'the device is no longer active', means: 'DEVICE_RETIRED' },
  RETIRED_BY_OWNER: { text: 'retired by its owner', means: 'RETIRED_BY_OWNER' },
  UNREGISTERED_BY_DEVICE: { text: 'unregistered', means: 'UNREGISTERED_BY_DEVICE' },

  /** A reason in a user's own words, or one that an older version stored and that has no code. */
  OTHER: { text: PROVIDER_WORDS, means: null },
} as const satisfies Record<string, CodeRow>;

export type PlainCode = keyof typeof CODES;

/** Prefixes of a code whose reason is not about the message itself. */
const CONTEXTS = {
  /** The application waits because the provider rejected most tokens of a page for this reason. */
  MOST_TOKENS: 'most tokens rejected: ',
  /** The message waits because an earlier one to the same push service failed for this reason. */
  UNPROVEN_ORIGIN: `${CODES.UNPROVEN_ORIGIN.text}: `,
} as const;

type Context = keyof typeof CONTEXTS;

/** The code of a rule that may hold or drop a message (src/delivery/judgement). */
export type RuleCode = `RULE:${string}`;

export type Code = PlainCode | `${Context}:${PlainCode}` | RuleCode;

/** Why a message was not sent, a device was retired or an application is paused. Contains no secrets. */
export interface Reason {
  readonly code: Code;
  /** The provider's status and word, or the code of a system error; null: neither. */
  readonly detail: string | null;
}

export const isCode = (word: string): word is Code => {
  const [first = '', plain] = word.split(':');
  if (isRuleCode(word)) return true;
  return plain === undefined
    ? Object.hasOwn(CODES, first)
    : Object.hasOwn(CONTEXTS, first) && Object.hasOwn(CODES, plain);
};

export const isRuleCode = (word: string): word is RuleCode => word.startsWith('RULE:');

/** Returns the code of a rule as the graph shows it. */
export const nameOfRuleCode = (code: RuleCode): string => code.slice('RULE:'.length);

/** The sentences of rules; `{detail}` is replaced, as in `CODES`. */
const ruleTexts = new Map<RuleCode, string>();

/** The registry of rules is in a higher layer and registers its sentences when it is loaded. */
export const registerRuleTexts = (texts: Iterable<readonly [RuleCode, string]>): void => {
  for (const [code, text] of texts) ruleTexts.set(code, text);
};

/** Adds the context to a reason, in place of any other context. */
export const inContext = (context: Context, { code, detail }: Reason): Reason => ({
  code: isRuleCode(code) ? code : `${context}:${plainCodeOf(code)}`,
  detail,
});

/** The code without its context. */
export const plainCodeOf = (code: Exclude<Code, RuleCode>): PlainCode => (code.split(':').at(-1) ?? code) as PlainCode;

export const meaningOf = (code: Code): CommonReasonCode | null =>
  isRuleCode(code) ? null : CODES[plainCodeOf(code)].means;

/** The codes with a common meaning, unless a provider gives them one of its own. */
export const codesMeaning = (meaning: CommonReasonCode): PlainCode[] =>
  (Object.keys(CODES) as PlainCode[]).filter((code) => CODES[code].means === meaning);

/** Returns the general meaning of a code: its sentence, or the words of its name if the provider adds to it. */
export const describeCode = (code: PlainCode): string =>
  CODES[code].text.includes('{detail}') ? code.toLowerCase().replaceAll('_', ' ') : CODES[code].text;

/** Returns the English sentence that REST and the graph show. */
export const sayReason = ({ code, detail }: Reason): string => {
  if (isRuleCode(code)) return fill(ruleTexts.get(code) ?? PROVIDER_WORDS, detail);
  const plain = plainCodeOf(code);
  const context = code === plain ? '' : CONTEXTS[code.split(':')[0] as Context];
  return context + fill(CODES[plain].text, detail);
};

const fill = (text: string, detail: string | null): string => text.replace('{detail}', () => detail ?? '');

/** The provider accepted the credentials but wants fewer requests. */
export const isTooMany = (code: Code): boolean => TOO_MANY.has(code);

const TOO_MANY: ReadonlySet<Code> = new Set<Code>(['TOO_MANY_REQUESTS', 'QUOTA_EXCEEDED', 'TOO_MANY_TOKEN_UPDATES']);
