/** The keywords of JSON Schema that this folder reads; others are passed through. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly examples?: readonly unknown[];
}

export interface Reference {
  readonly $ref: string;
}

export interface OpenapiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenapiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference | { description: string; schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

interface RequestContent {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface OpenapiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly (OpenapiParameter | Reference)[];
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, RequestContent>>;
  };
  readonly responses: Readonly<Record<string, OpenapiResponse | Reference>>;
}

interface OpenapiServer {
  readonly url: string;
  readonly description: string;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Operations by method; `servers` if the path does not use the server of the document. */
export type OpenapiPathItem = { readonly [method in HttpMethod]?: OpenapiOperation } & {
  readonly servers?: readonly OpenapiServer[];
};

/** The parts of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html) that this service uses. */
export interface OpenapiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly OpenapiServer[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, OpenapiPathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
