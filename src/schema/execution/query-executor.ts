import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FragmentSpreadNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  typeFromAST,
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
  /** The operation name that the client gave. */
  readonly operationName: string | null;
  readonly document: DocumentNode;
  /** The selected operation of the document, which `DocumentGate` has admitted. */
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly context: GraphContext;
}

/** A compiled query, which has been admitted before. */
export interface CompiledOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Valid variables as JSON, because most clients repeat the same ones. Only variables without lists and objects. */
  readonly goodVariables: LRUCache<string, true>;
  query(root: undefined, context: GraphContext, variables: Variables): Promise<ExecutionResult> | ExecutionResult;
}

const COMPILE_AT_USE = 3;
const MAX_OPERATIONS = 500;
/** Includes comments, which are not tokens and could otherwise fill the memory. */
const MAX_SOURCE_LENGTH = 20_000;
const MAX_KNOWN_VARIABLES = 20;
const MAX_KNOWN_VARIABLES_LENGTH = 200;

/**
 * Executes queries and mutations. The third execution of a query compiles it with graphql-jit. Compiling costs as much as
 * a few hundred executions save, so it does not pay for queries that are sent once.
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

  /** Returns null if the query is not compiled. */
  find(source: string, operationName: string | null): CompiledOperation | null {
    return this.known.get(source)?.find((known) => known.operationName === operationName)?.compiled ?? null;
  }

  /** Returns null if the variables are valid. */
  judgeVariables({ operation, variables }: Execution): readonly GraphQLError[] | null {
    return findVariableErrors(this.schema, operation.variableDefinitions ?? [], variables);
  }

  /** The coercion of graphql-jit does not support oneOf and words errors differently. Returns null for valid variables. */
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

  /** Returns null if graphql-jit cannot compile the query, or not correctly. */
  private compile(document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation | null {
    if (hasConditionalFragments(document) || hasRecursiveVariable(this.schema, operation)) return null;
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

/** Adds the extensions that Apollo reads, which errors of graphql-jit lack. */
const likeGraphqlJs = (query: CompiledQuery['query'], needed: NeededColumns | null): CompiledOperation['query'] => {
  const finish = (result: ExecutionResult): ExecutionResult =>
    result.errors ? { ...result, errors: result.errors.map(withExtensions) } : result;
  return (root, context, variables) => {
    context.narrowTo(needed);
    const result = query(root, context, variables) as Promise<ExecutionResult> | ExecutionResult;
    return result instanceof Promise ? result.then(finish) : finish(result);
  };
};

/** The errors are read-only, so this wraps them. */
const withExtensions = (error: GraphQLError): GraphQLError =>
  error.extensions ? error : Object.create(error, { extensions: { value: {}, enumerable: true } });

/** An operation of an admitted document, which has only a few of them. */
interface KnownOperation {
  readonly operationName: string | null;
  uses: number;
  compiled: CompiledOperation | null;
}

/**
 * Makes non-null variables with a default optional: clients may omit them, but graphql-jit 0.8 refuses that.
 * `findVariableErrors` has already refused null.
 */
const withOptionalDefaults = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: (node) =>
      node.defaultValue && node.type.kind === Kind.NON_NULL_TYPE ? { ...node, type: node.type.type } : undefined,
  });

/** Compiling an input type that contains itself takes graphql-jit 0.8 three seconds, and then fails. */
const hasRecursiveVariable = (schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  variableDefinitions.some(({ type }) => {
    const named = typeFromAST(schema, type as never);
    return named !== undefined && containsItself(getNamedType(named), new Set());
  });

const containsItself = (type: GraphQLNamedType, above: ReadonlySet<GraphQLNamedType>): boolean => {
  if (!isInputObjectType(type)) return false;
  if (above.has(type)) return true;
  const path = new Set([...above, type]);
  return Object.values(type.getFields()).some((field) => containsItself(getNamedType(field.type), path));
};

/**
 * For a field in several fragments, graphql-jit 0.8 respects the `@skip` and `@include` of only one fragment
 * (test/schema/compiled-queries.test.ts). On fields these directives work.
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

/** Returns null for lists and objects, whose nesting could overflow the stack. */
const keyOfPlain = (variables: Variables): string | null =>
  Object.values(variables).some((value) => typeof value === 'object' && value !== null)
    ? null
    : JSON.stringify(variables);
