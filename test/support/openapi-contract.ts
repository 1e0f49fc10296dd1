import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createOpenapiDocument } from '../../src/openapi/create-openapi-document.js';
import type { HttpMethod, OpenapiDocument, OpenapiOperation } from '../../src/openapi/openapi-document.js';
import { SDK_PREFIX } from '../../src/openapi/sdk-operations.js';

export interface DocumentedOperation {
  /** The route in test titles, such as `POST /apps`. */
  readonly name: string;
  readonly method: string;
  /** `/apps/{app_id}`, after the REST prefix; the whole path for the device API. */
  readonly path: string;
  readonly operation: OpenapiOperation;
}

/** The OpenAPI document as a contract for answers and requests. */
export class OpenapiContract {
  readonly document: OpenapiDocument = createOpenapiDocument();
  /** Operations of REST and the device API. */
  readonly everything: readonly DocumentedOperation[] = listOperations(this.document);
  /** Operations of REST. */
  readonly operations = this.everything.filter(({ path }) => !isOfDevices(path));
  readonly deviceOperations = this.everything.filter(({ path }) => isOfDevices(path));
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    this.ajv.addSchema(closeAnswers(this.document), 'openapi');
    this.ajv.addSchema(this.document, 'open');
  }

  find(method: string, path: string): DocumentedOperation | undefined {
    const segments = path.split('?', 1)[0]?.split('/') ?? [];
    return this.operations.find((candidate) => {
      const pattern = candidate.path.split('/');
      const fits = pattern.every((part, index) => part.startsWith('{') || part === segments[index]);
      return candidate.method === method && pattern.length === segments.length && fits;
    });
  }

  /**
   * The reason why `data` violates the schema at this place of the document; null if it is valid. Answers have no other
   * members.
   */
  findFault(place: readonly string[], data: unknown): string | null {
    return this.check('openapi', place, data);
  }

  /** The same for requests, which may have undocumented members. */
  findRequestFault(place: readonly string[], data: unknown): string | null {
    return this.check('open', place, data);
  }

  private check(id: string, place: readonly string[], data: unknown): string | null {
    const $ref = `${id}#${place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
    const validate = this.compiled.get($ref) ?? this.ajv.compile({ $ref });
    this.compiled.set($ref, validate);
    return validate(data) ? null : this.ajv.errorsText(validate.errors);
  }
}

const listOperations = (document: OpenapiDocument): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((small) => {
      const [operation, method] = [item[small], small.toUpperCase()];
      return operation ? [{ name: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, method, path, operation }] : [];
    }),
  );

const METHODS: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

const isOfDevices = (path: string): boolean => path.startsWith(SDK_PREFIX.split('/:')[0] ?? '');

/** The document allows new members, because clients must tolerate them. Tests require every member to be described. */
const closeAnswers = (schema: unknown): object => {
  const closed = Object.entries(schema ?? {}).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? closeAnswers(value)
      : Array.isArray(value)
        ? value.map((item) => (typeof item === 'object' && item !== null ? closeAnswers(item) : item))
        : value,
  ]);
  const copy = Object.fromEntries(closed);
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy;
};
