import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { BAD_KEY, postOperation } from './post-operation.js';
import { SESSION } from './session.js';

/** The graph as this key, or the session, sees it: `{schema}`, or `{refusal}` with one sentence. A bad key shows here first. */
export const loadSchema = async (credential) => {
  // What no header can carry, such as the three dots of a key that was shortened.
  if (credential !== SESSION && !/^[\x21-\x7e]+$/.test(credential)) return { schema: null, refusal: BAD_KEY };
  const { data, errors } = await postOperation(credential, {
    query: getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, oneOf: true }),
    operationName: 'IntrospectionQuery',
  });
  if (data?.__schema) return { schema: buildClientSchema(data), refusal: null };
  return { schema: null, refusal: errors?.[0]?.message ?? 'The service answered without a schema.' };
};
