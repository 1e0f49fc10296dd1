import { type DocumentNode, parse } from 'graphql';

/** A document that knows its data and variables; Apollo Client and urql read the types from it. */
export interface TypedDocument<Data, Variables> extends DocumentNode {
  // As @graphql-typed-document-node/core has it: never there at run time.
  __apiType?: (variables: Variables) => Data;
}

export const typedDocument = <Data, Variables>(text: string): TypedDocument<Data, Variables> => parse(text);
