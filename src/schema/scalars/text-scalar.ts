import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

export interface TextScalar {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL: string;
  /** What a value must look like, for the error: "must be …". */
  readonly mustBe: string;
  accepts(text: string): boolean;
}

/** A scalar that is a string of a certain form, kept as it was written. */
export const textScalar = ({
  name,
  description,
  specifiedByURL,
  mustBe,
  accepts,
}: TextScalar): GraphQLScalarType<string, string> => {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && accepts(value)) return value;
    throw new GraphQLError(`${name} must be ${mustBe}.`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize: String,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null),
  });
};
