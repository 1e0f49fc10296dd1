import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import { type DocumentedOperation, OpenapiContract } from './openapi-contract.js';

export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** null if there is no body. */
  readonly body: unknown;
}

/** Schemas are compiled once for each test file. */
export const contract = new OpenapiContract();

/** Every REST answer must match an answer of its operation in the OpenAPI document. */
export const checkAnswer = (request: { method: string; path: string }, answer: CheckedAnswer): void => {
  const documented = contract.find(request.method, request.path.slice(REST_PREFIX.length));
  const fault = findHeaderFault(answer) ?? (documented ? findFault(documented, answer) : findFaultElsewhere(answer));
  if (fault === null) return;
  const name = documented?.name ?? `${request.method} ${request.path.slice(0, 200)}`;
  throw new Error(`${name} answered ${answer.status}: ${fault}: ${JSON.stringify(answer.body)?.slice(0, 2_000)}`);
};

const findFault = ({ method, path, operation }: DocumentedOperation, { status, body }: CheckedAnswer) => {
  const response = operation.responses[status];
  if (!response) return `the document has ${Object.keys(operation.responses).join(', ')}`;
  if ('$ref' in response) return findErrorFault(body);
  if (!response.content) return body === null ? null : 'the document has no body';
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', JSON_TYPE, 'schema'];
  return contract.findFault(place, body);
};

/** An undocumented request gets an error in the same shape. */
const findFaultElsewhere = ({ status, body, headers }: CheckedAnswer): string | null => {
  if (status === 405 && !headers.allow) return '405 without allow';
  return [400, 401, 404, 405, 413].includes(status) ? findErrorFault(body) : 'this is no operation of the document';
};

const findErrorFault = (body: unknown) => contract.findFault(['components', 'schemas', 'Error'], body);

const findHeaderFault = ({ status, headers, body }: CheckedAnswer): string | null => {
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || id === '') return 'no x-request-id';
  if (body === null) return status === 204 ? null : 'no body';
  if (!String(headers['content-type']).startsWith(JSON_TYPE)) return `content-type ${headers['content-type']}`;
  if (status >= 400 && (body as { req_id?: unknown }).req_id !== id) return 'req_id is not x-request-id';
  return status === 429 && !headers['retry-after'] ? '429 without retry-after' : null;
};

const JSON_TYPE = 'application/json';
