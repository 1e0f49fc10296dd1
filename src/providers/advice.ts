/** What a stored reason means that says one of these words, and what to do about it. */
export interface Advice {
  /** For programs, in capitals and for ever; of a provider's own, the graph puts its name before it. */
  readonly code: string;
  readonly words: readonly string[];
  /** One sentence for people; null: nothing helps, or nothing needs to be done. */
  readonly advice: string | null;
}

/** What every provider says, or what has become of a message before it came to one. */
export const COMMON_ADVICE: readonly Advice[] = [
  {
    code: 'MESSAGE_TOO_LARGE',
    words: ['payload too large', 'PayloadTooLarge'],
    advice: 'Shorten the texts or the link of the push: the message is larger than its provider takes.',
  },
  {
    code: 'MESSAGE_NOT_RENDERED',
    words: ['cannot be rendered'],
    advice: 'Look at the push: its texts or addresses cannot be written as a message.',
  },
  {
    code: 'TOO_MANY_MESSAGES',
    words: ['429'],
    advice:
      'Nothing is to be done at once: the provider had too many messages and they are sent more slowly by themselves; if it comes often, spread the sending over a longer time.',
  },
  {
    code: 'PROVIDER_FAILED',
    words: ['500 ', '502 ', '503 ', '504 '],
    advice:
      'Look at the status page of the provider: its servers failed for longer than messages may wait; send again to those who still need it.',
  },
  {
    code: 'PROVIDER_NOT_REACHED',
    words: ['timeout', 'connection failed', 'connection reset', 'stream reset', 'stream refused'],
    advice:
      'Look at the network of the server: the provider could not be reached, or did not answer, for longer than messages may wait.',
  },
  {
    code: 'ADDRESS_REFUSED',
    words: ['address not public', 'endpoint refused'],
    advice: 'The address that the device gave is none of a public push service; let the device register anew.',
  },
  {
    code: 'TIME_TO_LIVE_ENDED',
    words: ['its time to live ended'],
    advice:
      'The messages waited for longer than they may: look whether the application was paused or the workers were down; TIME_TO_LIVE_SECONDS says how long they may wait.',
  },
  {
    code: 'MASTER_KEY_CHANGED',
    words: ['MASTER_KEY does not open'],
    advice: 'Start the service with the MASTER_KEY that the credentials were stored with, or set them anew.',
  },
  {
    code: 'NO_CREDENTIALS',
    words: ['no complete credentials', 'no credentials'],
    advice: 'Set the credentials of the application.',
  },
  {
    code: 'ADDRESS_OF_OTHER_PROVIDER',
    words: ['not a token', 'not a subscription id', 'not a web push subscription'],
    advice:
      'The device has an address of another provider, since that of its application was changed; let it register anew.',
  },
  {
    code: 'ACCOUNT_SUSPENDED',
    words: ['the user is suspended'],
    advice: 'Ask whoever runs this service: the account is suspended, and its messages wait until it is resumed.',
  },
  { code: 'PUSH_SERVICE_WAITS', words: ['push service asked to wait'], advice: null },
  { code: 'NO_ANSWER_IN_TIME', words: ['answered in time'], advice: null },
  { code: 'DEVICE_RETIRED', words: ['the device is no longer active', 'the token died with'], advice: null },
  { code: 'RETIRED_BY_OWNER', words: ['retired by its owner'], advice: null },
  { code: 'UNREGISTERED_BY_DEVICE', words: ['unregistered'], advice: null },
  {
    code: 'DEVICE_GONE',
    words: ['UNREGISTERED', 'Unregistered', 'invalid subscription id', '410'],
    advice: null,
  },
  {
    code: 'INTERRUPTED',
    words: [
      'aborted before sending',
      'shutting down',
      'the sending thread ended',
      'the sender gave no outcome',
      'request cannot be sent',
      'not reached',
    ],
    advice: null,
  },
];

/** The first that fits, of the provider's own and then of all, with its whole code; null: nothing is known. */
export const adviceFor = (provider: Advising, reason: string): Omit<Advice, 'words'> | null => {
  const known = [...codedAdvice(provider), ...COMMON_ADVICE];
  return known.find(({ words }) => words.some((word) => reason.includes(word))) ?? null;
};

/** Of a provider's definition. */
interface Advising {
  readonly name: string;
  readonly advice: readonly Advice[];
}

/** A provider's own, by the codes that the graph has: no two providers can have the same. */
export const codedAdvice = ({ name, advice }: Advising): readonly Advice[] =>
  advice.map((one) => ({ ...one, code: `${name.toUpperCase()}_${one.code}` }));
