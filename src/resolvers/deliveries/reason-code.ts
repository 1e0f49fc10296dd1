import { Field } from 'type-graphql';
import { COMMON_ADVICE, codedAdvice, type ProviderAdvice } from '../../providers/advice.js';
import { describeCode, nameOfRuleCode } from '../../providers/codes.js';
import { ALL_PROVIDERS } from '../../providers/providers.js';
import { defineEnum } from '../../schema/define-enum.js';
import { RULE_CODES } from '../../services/deliveries/delivery-record.js';

const describe = ({ of, advice }: ProviderAdvice): string => {
  const reasons = [...new Set(of.map((code) => `\`${describeCode(code)}\``))].join(', ');
  return `${reasons === '' ? '' : `Reasons: ${reasons}. `}${advice ?? 'No action is needed.'}`;
};

const KNOWN = [
  ...[...COMMON_ADVICE, ...ALL_PROVIDERS.flatMap(codedAdvice)].map((known) => [known.code, describe(known)] as const),
  ...RULE_CODES.map(({ code, text }) => [nameOfRuleCode(code), text] as const),
];

/** The codes of all reasons that the tables of the providers contain. */
export const ReasonCodeEnum = defineEnum(
  'ReasonCode',
  'Machine-readable reason, for programs and for translations.',
  Object.fromEntries(KNOWN),
);

/** The field `reasonCode`, for types that also have the reason as a sentence. */
export const ReasonCodeField = (): ReturnType<typeof Field> =>
  Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'The code of the reason; null if it is specific to the provider.',
  });
