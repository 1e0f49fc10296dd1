import { registerEnumType } from 'type-graphql';
import { COMMON_ADVICE, codedAdvice } from '../../providers/advice.js';
import { ALL_PROVIDERS } from '../../providers/providers.js';

const KNOWN = [...COMMON_ADVICE, ...ALL_PROVIDERS.flatMap(codedAdvice)];

/** What the reasons mean that all providers' tables know. */
export const ReasonCodeEnum = Object.fromEntries(KNOWN.map(({ code }) => [code, code]));

registerEnumType(ReasonCodeEnum, {
  name: 'ReasonCode',
  description: 'What a reason means, for programs, and for saying it in other languages than English.',
  valuesConfig: Object.fromEntries(
    KNOWN.map(({ code, words, advice }) => [
      code,
      {
        description: `Of reasons with ${words.map((word) => `\`${word.trim()}\``).join(', ')}. ${advice ?? 'There is nothing to be done.'}`,
      },
    ]),
  ),
});
