/** What to do about messages whose stored reason says one of these words. */
export interface Advice {
  readonly words: readonly string[];
  /** One sentence for people. */
  readonly advice: string;
}

/** What every provider says, or what has become of a message before it came to one. */
const COMMON_ADVICE: readonly Advice[] = [
  {
    words: ['payload too large', 'PayloadTooLarge'],
    advice: 'Shorten the texts or the link of the push: the message is larger than its provider takes.',
  },
  { words: ['cannot be rendered'], advice: 'Look at the push: its texts or addresses cannot be written as a message.' },
  {
    words: ['429'],
    advice:
      'Nothing is to be done at once: the provider had too many messages and they are sent more slowly by themselves; if it comes often, spread the sending over a longer time.',
  },
  {
    words: ['500 ', '502 ', '503 ', '504 '],
    advice:
      'Look at the status page of the provider: its servers failed for longer than messages may wait; send again to those who still need it.',
  },
  {
    words: ['timeout', 'connection failed', 'stream refused'],
    advice:
      'Look at the network of the server: the provider could not be reached, or did not answer, for longer than messages may wait.',
  },
  {
    words: ['address not public', 'endpoint refused'],
    advice: 'The address that the device gave is none of a public push service; let the device register anew.',
  },
  {
    words: ['its time to live ended'],
    advice:
      'The messages waited for longer than they may: look whether the application was paused or the workers were down; TIME_TO_LIVE_SECONDS says how long they may wait.',
  },
  {
    words: ['MASTER_KEY does not open'],
    advice: 'Start the service with the MASTER_KEY that the credentials were stored with, or set them anew.',
  },
  { words: ['no complete credentials', 'no credentials'], advice: 'Set the credentials of the application.' },
  {
    words: ['not a token', 'not a subscription id', 'not a web push subscription'],
    advice:
      'The device has an address of another provider, since that of its application was changed; let it register anew.',
  },
];

/** The first that fits, of the provider's own and then of all; null: nothing helps, or nothing is known. */
export const adviceFor = (own: readonly Advice[], reason: string): string | null =>
  [...own, ...COMMON_ADVICE].find(({ words }) => words.some((word) => reason.includes(word)))?.advice ?? null;
