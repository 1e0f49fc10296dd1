import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** What a value of a scalar must be. It is judged after coercion: see `check-forms.ts`. */
export interface TextForm<T = string> {
  /** For the error: "must be …". */
  readonly mustBe: string;
  accepts(value: T): boolean;
  /** What may have been meant, as a sentence; else nothing. */
  readonly hint?: ((text: string) => string) | undefined;
}

export interface TextScalar<T> extends TextForm<T> {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL: string;
  readonly serialize?: (value: unknown) => string;
  /** What resolvers get of any text, good or not. */
  readonly parse: (text: string) => T;
}

/** In the extensions of a scalar: its TextForm. */
export const FORM = 'form';

/**
 * A scalar that is text of a certain form. Coercion takes any text: graphql-js coerces before a mutation begins, and what
 * is wrong with a text is for its `userErrors` to say.
 */
export const textScalar = <T>({
  name,
  description,
  specifiedByURL,
  serialize = String,
  parse,
  mustBe,
  accepts,
  hint,
}: TextScalar<T>): GraphQLScalarType<T, string> => {
  const read = (value: unknown): T => {
    if (typeof value === 'string') return parse(value);
    throw new GraphQLError(`${name} must be a text: ${mustBe}.`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null),
    extensions: { [FORM]: { mustBe, accepts, hint } satisfies TextForm<T> },
  });
};

export const asWritten = (text: string): string => text;
