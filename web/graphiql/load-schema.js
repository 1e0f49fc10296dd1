import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { BAD_KEY, postOperation } from './post-operation.js';

/** The graph as this key sees it: `{schema}`, or `{refusal}` with one sentence. A bad key shows here first. */
export const loadSchema = async (apiKey) => {
  // What no header can carry, such as the three dots of a key that was shortened.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return { schema: null, refusal: BAD_KEY };
  const { data, errors } = await postOperation(apiKey, {
    query: getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, oneOf: true }),
    operationName: 'IntrospectionQuery',
  });
  if (data?.__schema) return { schema: buildClientSchema(data), refusal: null };
  return { schema: null, refusal: errors?.[0]?.message ?? 'The service answered without a schema.' };
};
