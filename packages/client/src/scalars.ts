const text = { input: 'string', output: 'string' } as const;
const object = { input: 'Record<string, unknown>', output: 'Record<string, unknown>' } as const;
const segmentValue = { input: 'string | number | boolean', output: 'string | number | boolean' } as const;

const value = {
  input: 'string | number | boolean | readonly string[]',
  output: 'string | number | boolean | readonly string[]',
} as const;

/** The TypeScript type of each scalar, in the format of GraphQL Code Generator. */
export const scalars = {
  AttributeValue: value,
  CountryCode: text,
  DateTime: text,
  Delay: text,
  HttpsUrl: text,
  JSONObject: object,
  LanguageTag: text,
  LocalDate: text,
  LocalTime: text,
  SegmentValue: segmentValue,
  TimeZone: text,
  True: { input: 'true', output: 'true' },
} as const;

/** The scalars as types: `Scalars['DateTime']`. */
export type Scalars = {
  readonly [Name in keyof typeof scalars]: (typeof scalars)[Name]['output'] extends 'string'
    ? string
    : (typeof scalars)[Name]['output'] extends 'true'
      ? true
      : (typeof scalars)[Name]['output'] extends 'string | number | boolean'
        ? string | number | boolean
        : (typeof scalars)[Name]['output'] extends (typeof value)['output']
          ? string | number | boolean | readonly string[]
          : Record<string, unknown>;
};
