import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { BAD_KEY, postOperation } from './post-operation.js';
import { SESSION } from './session.js';

/** Returns `{schema}` for a key or the session, or `{refusal}` with one sentence. This is the first use of a key. */
export const loadSchema = async (credential) => {
  // A header cannot contain such characters, for example the ellipsis of a shortened key.
  if (credential !== SESSION && !/^[\x21-\x7e]+$/.test(credential)) return { schema: null, refusal: BAD_KEY };
  const { data, errors } = await postOperation(credential, {
    query: getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, oneOf: true }),
    operationName: 'IntrospectionQuery',
  });
  if (data?.__schema) return { schema: buildClientSchema(data), refusal: null };
  return { schema: null, refusal: errors?.[0]?.message ?? 'The service answered without a schema.' };
};
