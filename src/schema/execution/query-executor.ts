import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FragmentSpreadNode,
  type GraphQLError,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { findNeededColumns } from '../columns/find-needed-columns.js';
import type { NeededColumns } from '../columns/needed-columns.js';
import type { GraphContext } from '../context.js';
import { nestedDefaults } from './nested-defaults.js';
import { findVariableErrors } from './variable-errors.js';

type Variables = Readonly<Record<string, unknown>>;

export interface Execution {
  readonly source: string;
  /** As the client gave it. */
  readonly operationName: string | null;
  readonly document: DocumentNode;
  /** The one of the document that is meant; `DocumentGate` has let it in. */
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly context: GraphContext;
}

/** A query that has been compiled, and therefore let in before. */
export interface CompiledOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As JSON: most come with the same ones every time. Only those without lists and objects. */
  readonly goodVariables: LRUCache<string, true>;
  query(root: undefined, context: GraphContext, variables: Variables): Promise<ExecutionResult> | ExecutionResult;
}

const COMPILE_AT_USE = 3;
const MAX_OPERATIONS = 500;
/** Comments count too: they are no tokens, and would otherwise fill the memory. */
const MAX_SOURCE_LENGTH = 20_000;
const MAX_KNOWN_VARIABLES = 20;
const MAX_KNOWN_VARIABLES_LENGTH = 200;

/**
 * Executes queries and mutations. A query that comes for the third time is compiled (graphql-jit): compiling takes as
 * long as some hundred executions save, and what is sent once is not worth it.
 */
export class QueryExecutor {
  private readonly known = new LRUCache<string, KnownOperation[]>({ max: MAX_OPERATIONS });

  constructor(private readonly schema: GraphQLSchema) {}

  execute(execution: Execution): Promise<ExecutionResult> | ExecutionResult {
    const compiled = this.compileIfUsual(execution);
    const errors = compiled ? this.variableErrors(compiled, execution.variables) : this.judgeVariables(execution);
    if (errors) return { errors };
    return compiled ? compiled.query(undefined, execution.context, execution.variables) : this.interpret(execution);
  }

  /** null: not compiled (yet). */
  find(source: string, operationName: string | null): CompiledOperation | null {
    return this.known.get(source)?.find((known) => known.operationName === operationName)?.compiled ?? null;
  }

  /** null: they are good. */
  judgeVariables({ operation, variables }: Execution): readonly GraphQLError[] | null {
    return findVariableErrors(this.schema, operation.variableDefinitions ?? [], variables);
  }

  /** graphql-jit's own coercion knows nothing of oneOf, and words its errors in another way. null: they are good. */
  variableErrors(
    { operation, goodVariables }: CompiledOperation,
    variables: Variables,
  ): readonly GraphQLError[] | null {
    const { variableDefinitions = [] } = operation;
    if (variableDefinitions.length === 0) return null;
    const key = keyOfPlain(variables);
    if (key !== null && goodVariables.get(key)) return null;
    const errors = findVariableErrors(this.schema, variableDefinitions, variables);
    if (!errors && key !== null && key.length <= MAX_KNOWN_VARIABLES_LENGTH) goodVariables.set(key, true);
    return errors;
  }

  private interpret({
    document,
    operation,
    variables,
    context,
  }: Execution): Promise<ExecutionResult> | ExecutionResult {
    return execute({
      schema: this.schema,
      document,
      operationName: operation.name?.value ?? null,
      variableValues: variables,
      contextValue: context,
    }) as Promise<ExecutionResult> | ExecutionResult;
  }

  private compileIfUsual({ source, operationName, document, operation }: Execution): CompiledOperation | null {
    if (operation.operation !== OperationTypeNode.QUERY || source.length > MAX_SOURCE_LENGTH) return null;
    const known = this.knownOperation(source, operationName);
    known.uses += 1;
    if (known.uses === COMPILE_AT_USE) known.compiled = this.compile(document, operation);
    return known.compiled;
  }

  private knownOperation(source: string, operationName: string | null): KnownOperation {
    const ofSource = getOrInsert(this.known, source, () => []);
    const found = ofSource.find((known) => known.operationName === operationName);
    const known = found ?? { operationName, uses: 0, compiled: null };
    if (!found) ofSource.push(known);
    return known;
  }

  /** null: graphql-jit cannot, and says so by an answer in place of a query, or cannot well. */
  private compile(document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    if (hasConditionalFragments(document)) return null;
    const result = compileQuery(this.schema, withOptionalDefaults(document), operation.name?.value);
    if (!isCompiledQuery(result)) return null;
    const needed = findNeededColumns(this.schema, document);
    const fill = nestedDefaults(this.schema, operation.variableDefinitions ?? []);
    return {
      document,
      operation,
      goodVariables: new LRUCache({ max: MAX_KNOWN_VARIABLES }),
      query: likeGraphqlJs(withDefaults(result.query, fill), needed),
    };
  }
}

const withDefaults = (
  query: CompiledQuery['query'],
  fill: ReturnType<typeof nestedDefaults>,
): CompiledQuery['query'] => (fill ? (root, context, variables) => query(root, context, fill(variables ?? {})) : query);

/** Errors of graphql-jit lack the extensions that every GraphQLError has, and that Apollo reads. */
const likeGraphqlJs = (query: CompiledQuery['query'], needed: NeededColumns | null): CompiledOperation['query'] => {
  const finish = (result: ExecutionResult): ExecutionResult =>
    result.errors ? { ...result, errors: result.errors.map(withExtensions) } : result;
  return (root, context, variables) => {
    context.narrowTo(needed);
    const result = query(root, context, variables) as Promise<ExecutionResult> | ExecutionResult;
    return result instanceof Promise ? result.then(finish) : finish(result);
  };
};

/** They cannot be written to. */
const withExtensions = (error: GraphQLError): GraphQLError =>
  error.extensions ? error : Object.create(error, { extensions: { value: {}, enumerable: true } });

/** Of one document, which the gate has let in: its operations are few. */
interface KnownOperation {
  readonly operationName: string | null;
  uses: number;
  compiled: CompiledOperation | null;
}

/**
 * A variable that must not be null and has a default may be left out; graphql-jit 0.8 refuses that. Whether it is null
 * has been judged before (`findVariableErrors`).
 */
const withOptionalDefaults = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: (node) =>
      node.defaultValue && node.type.kind === Kind.NON_NULL_TYPE ? { ...node, type: node.type.type } : undefined,
  });

/**
 * Of a field that comes through several fragments, graphql-jit 0.8 follows the `@skip` and `@include` of one of them only
 * (test/schema/compiled-queries.test.ts shows it). On fields it gets them right.
 */
const hasConditionalFragments = (document: DocumentNode): boolean => {
  let found = false;
  const look = ({ directives = [] }: FragmentSpreadNode | InlineFragmentNode) => {
    if (directives.length === 0) return undefined;
    found = true;
    return BREAK;
  };
  visit(document, { FragmentSpread: look, InlineFragment: look });
  return found;
};

/** null for lists and objects: they may lie in each other deeper than the stack is. */
const keyOfPlain = (variables: Variables): string | null =>
  Object.values(variables).some((value) => typeof value === 'object' && value !== null)
    ? null
    : JSON.stringify(variables);
