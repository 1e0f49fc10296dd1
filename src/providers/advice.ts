import {
  type Code,
  type CommonReasonCode,
  codesMeaning,
  isRuleCode,
  meaningOf,
  nameOfRuleCode,
  type PlainCode,
  plainCodeOf,
} from './codes.js';

/** The advice shared by all reasons with one meaning. */
export interface Advice {
  /** The value of `ReasonCode` in the graph, which never changes. */
  readonly code: string;
  /** One sentence for people; null: nothing helps, or nothing needs to be done. */
  readonly advice: string | null;
}

/** A meaning that some codes have at one provider; the graph prefixes `code` with the provider's name. */
export interface ProviderAdvice extends Advice {
  readonly of: readonly PlainCode[];
}

const COMMON: Readonly<Record<CommonReasonCode, string | null>> = {
  MESSAGE_TOO_LARGE: 'Shorten the texts or the link of the push: the message is larger than the provider accepts.',
  MESSAGE_NOT_RENDERED: 'Check the texts and addresses of the push: they cannot be turned into a message.',
  TOO_MANY_MESSAGES:
    'No action is needed now: sending slows down automatically. If this happens often, spread the sending over a longer time.',
  PROVIDER_FAILED:
    "Check the provider's status page: its servers failed. Waiting messages are tried again until their time to live ends; send again only to devices whose message has failed.",
  PROVIDER_NOT_REACHED:
    "Check the server's network: the provider could not be reached, or did not answer. Waiting messages are tried again until their time to live ends.",
  ADDRESS_REFUSED: "The device's endpoint is not a public push service. Register the device again.",
  TIME_TO_LIVE_ENDED:
    'The message waited too long. Check whether the application was paused or the workers were down; TIME_TO_LIVE_SECONDS sets how long messages may wait.',
  MASTER_KEY_CHANGED:
    'Start the service with the MASTER_KEY that the credentials were stored with, or set the credentials again.',
  NO_CREDENTIALS: 'Set the credentials of the application.',
  ADDRESS_OF_OTHER_PROVIDER:
    "The application's provider has changed since the device registered. Register the device again.",
  ACCOUNT_SUSPENDED: 'The account is suspended. Its messages wait until the operator of this service resumes it.',
  PUSH_SERVICE_WAITS: null,
  PUSH_SERVICE_UNPROVEN: null,
  SET_ASIDE: null,
  NO_ANSWER_IN_TIME: null,
  CHECK_UNANSWERED: null,
  DEVICE_RETIRED: null,
  RETIRED_BY_OWNER: null,
  UNREGISTERED_BY_DEVICE: null,
  DEVICE_GONE: null,
  INTERRUPTED: null,
  SENDING_STOPPED: null,
};

export const COMMON_ADVICE: readonly ProviderAdvice[] = (Object.keys(COMMON) as CommonReasonCode[]).map((code) => ({
  code,
  advice: COMMON[code],
  of: codesMeaning(code),
}));

/** Returns the provider's own meaning of a code, else the common one; null if there is neither. */
export const adviceFor = (provider: Advising, code: Code): Advice | null => {
  if (isRuleCode(code)) return { code: nameOfRuleCode(code), advice: null };
  const plain = plainCodeOf(code);
  const own = codedAdvice(provider).find(({ of }) => of.includes(plain));
  if (own) return own;
  const meaning = meaningOf(code);
  return meaning === null ? null : { code: meaning, advice: COMMON[meaning] };
};

/** The part of a provider's definition that is used here. */
interface Advising {
  readonly name: string;
  readonly advice: readonly ProviderAdvice[];
}

/** A provider's own advice under the codes of the graph, which no two providers share. */
export const codedAdvice = ({ name, advice }: Advising): readonly ProviderAdvice[] =>
  advice.map((one) => ({ ...one, code: `${name.toUpperCase()}_${one.code}` }));
