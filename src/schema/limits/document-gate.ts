import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { type Caller, isDrafter } from '../../services/caller.js';
import { findRead } from './find-read.js';
import { IntrospectionPrice } from './introspection-price.js';
import { LIMITS, limitError } from './limits.js';
import type { Variables } from './list-size.js';
import { measureOperation } from './measure-operation.js';
import { OperationCosts } from './operation-costs.js';

/** A parsed document of 2,000 tokens takes up to 0.7 MB. */
const MAX_PARSED = 100;
/** Includes comments, which are not tokens. */
const MAX_SOURCE_LENGTH = 20_000;

/** Admits operations, over HTTP and WebSocket alike. Size is checked first, because validation itself takes time. */
export class DocumentGate {
  private readonly parsed = new LRUCache<string, DocumentNode>({ max: MAX_PARSED });
  private readonly judged = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  private readonly costs = new WeakMap<OperationDefinitionNode, OperationCosts>();
  private readonly reads = new WeakMap<OperationDefinitionNode, string | null>();

  constructor(private readonly schema: GraphQLSchema) {}

  /**
   * Returns the same document for the same source, so that it is validated and measured once. Apollo has its own cache for
   * HTTP. @throws GraphQLError for a document that is malformed or too long
   */
  parse(source: string): DocumentNode {
    const create = () => parse(source, { maxTokens: LIMITS.tokens });
    return source.length > MAX_SOURCE_LENGTH ? create() : getOrInsert(this.parsed, source, create);
  }

  /** The errors of a document, regardless of variables; found once per document. */
  refusals(document: DocumentNode): readonly GraphQLError[] {
    const known = this.judged.get(document);
    if (known) return known;
    const oversize = this.oversize(document);
    const found = oversize ? [oversize] : validate(this.schema, document, specifiedRules).map(withCode);
    this.judged.set(document, found);
    return found;
  }

  /** Why the caller may not run the operation; then no part of it runs. */
  callerRefusal(document: DocumentNode, operation: OperationDefinitionNode, caller: Caller): GraphQLError | null {
    if (caller.suspended && !hasOnly(operation, SUSPENSION)) return isSuspended();
    if (isDrafter(caller) && operation.operation === OperationTypeNode.MUTATION && !hasOnly(operation, DRAFTING)) {
      return mayOnlyDraft();
    }
    if (caller.scopes.includes('read')) return null;
    let read = this.reads.get(operation);
    if (read === undefined) {
      read = findRead(this.schema, document, operation);
      this.reads.set(operation, read);
    }
    return read === null ? null : cannotRead(read);
  }

  cost(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): number {
    const known = this.costs.get(operation) ?? this.costsOf(document, operation);
    return known.of(variables);
  }

  /** Returns null if the operation may run. */
  costRefusal(cost: number, { operation }: OperationDefinitionNode): GraphQLError | null {
    if (operation === OperationTypeNode.SUBSCRIPTION && cost > LIMITS.costOfEvent) return tooCostlyEvents(cost);
    return cost > LIMITS.cost ? limitError('a cost of', { actual: cost, max: LIMITS.cost }) : null;
  }

  private costsOf(document: DocumentNode, operation: OperationDefinitionNode): OperationCosts {
    const defaults = defaultsOf(operation);
    const costs = new OperationCosts(document, (variables) =>
      this.price(document, operation, { ...defaults, ...variables }),
    );
    this.costs.set(operation, costs);
    return costs;
  }

  private oversize(document: DocumentNode): GraphQLError | null {
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const measured = { schema: this.schema, fragments: fragmentsOf(document), variables: {} };
    const sizes = operations.map((operation) => measureOperation(operation, measured));
    const sum = (of: 'fields' | 'aliases' | 'directives' | 'schemas'): number =>
      sizes.reduce((total, size) => total + size[of], 0);
    const checks = [
      ['a depth of', Math.max(0, ...sizes.map((size) => size.depth)), LIMITS.depth],
      ['a number of fields of', sum('fields'), LIMITS.fields],
      ['a number of aliases of', sum('aliases'), LIMITS.aliases],
      ['a number of directives of', sum('directives'), LIMITS.directives],
      ['a number of `__schema` fields of', sum('schemas'), LIMITS.schemas],
    ] as const;
    const broken = checks.find(([, actual, max]) => actual > max);
    return broken ? limitError(broken[0], { actual: broken[1], max: broken[2] }) : null;
  }

  private price(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): number {
    const measured = { schema: this.schema, fragments: fragmentsOf(document), variables };
    const introspection = new IntrospectionPrice({ ...measured, limit: LIMITS.cost });
    return measureOperation(operation, { ...measured, introspection }).cost;
  }
}

const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> => {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
};

const tooCostlyEvents = (cost: number): GraphQLError => {
  const message = `Each event of this subscription would cost ${cost}, and the limit is ${LIMITS.costOfEvent}. Use a query for expensive fields.`;
  return new GraphQLError(message, { extensions: { code: 'LIMIT_EXCEEDED' } });
};

/** Includes `userSuspend`: with several calls at once, the later ones find the account suspended and must succeed. */
const SUSPENSION: ReadonlySet<string> = new Set(['userResume', 'userSuspend']);

/** The mutations for a caller with `draft` and neither `write` nor `send`. */
export const DRAFTING: ReadonlySet<string> = new Set(['draftSave']);

/** Counts a fragment as another field. */
const hasOnly = ({ selectionSet: { selections } }: OperationDefinitionNode, names: ReadonlySet<string>): boolean =>
  selections.every((node) => node.kind === Kind.FIELD && names.has(node.name.value));

const mayOnlyDraft = (): GraphQLError =>
  new GraphQLError('The scope "draft" only permits `draftSave`. Use a key with the scope "write" or "send" instead.', {
    extensions: { code: 'FORBIDDEN' },
  });

const isSuspended = (): GraphQLError =>
  new GraphQLError('This account is suspended. Resume it with the mutation `userResume` in an operation of its own.', {
    extensions: { code: 'FORBIDDEN' },
  });

const cannotRead = (field: string): GraphQLError => {
  const message = `This API key lacks the scope "read", which ${field} requires. Payloads of mutations may select id and databaseId without it.`;
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
};

const withCode = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    extensions: { ...error.extensions, code: 'GRAPHQL_VALIDATION_FAILED' },
  });

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
