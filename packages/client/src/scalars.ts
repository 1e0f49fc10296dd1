const text = { input: 'string', output: 'string' } as const;
const object = { input: 'Record<string, unknown>', output: 'Record<string, unknown>' } as const;

/** What each scalar of the graph is in TypeScript, as GraphQL Code Generator wants it. */
export const scalars = {
  CountryCode: text,
  DateTime: text,
  Delay: text,
  HttpsUrl: text,
  JSONObject: object,
  LanguageTag: text,
  LocalDate: text,
  LocalTime: text,
  TimeZone: text,
  True: { input: 'true', output: 'true' },
} as const;

/** The same as types: `Scalars['DateTime']`. */
export type Scalars = {
  readonly [Name in keyof typeof scalars]: (typeof scalars)[Name]['output'] extends 'string'
    ? string
    : (typeof scalars)[Name]['output'] extends 'true'
      ? true
      : Record<string, unknown>;
};
