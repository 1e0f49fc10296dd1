import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GraphContext } from '../context.js';
import { LruCache } from './lru-cache.js';

export interface Execution {
  readonly document: DocumentNode;
  /** One of the document's, and judged by `DocumentGate`. */
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphContext;
}

const COMPILE_AT_USE = 3;
const MAX_OPERATIONS = 500;

/**
 * Executes queries and mutations. A query that comes for the third time is compiled (graphql-jit): compiling takes as
 * long as some hundred executions save, and what is sent once is not worth it.
 */
export class QueryExecutor {
  private readonly known = new LruCache<OperationDefinitionNode, KnownOperation>(MAX_OPERATIONS);

  constructor(private readonly schema: GraphQLSchema) {}

  execute(execution: Execution): Promise<ExecutionResult> | ExecutionResult {
    const { operation, variables, context } = execution;
    const compiled = operation.operation === OperationTypeNode.QUERY ? this.compiled(execution) : null;
    if (compiled === null) return this.interpret(execution);
    // Its own coercion knows nothing of oneOf, and words its errors in another way.
    const { errors } = getVariableValues(this.schema, operation.variableDefinitions ?? [], variables, COERCION);
    if (errors) return { errors };
    return compiled.query(undefined, context, variables);
  }

  private interpret({ document, operation, variables, context }: Execution): Promise<ExecutionResult> | ExecutionResult {
    return execute({
      schema: this.schema,
      document,
      operationName: operation.name?.value ?? null,
      variableValues: variables,
      contextValue: context,
    }) as Promise<ExecutionResult> | ExecutionResult;
  }

  private compiled({ document, operation }: Execution): CompiledQuery | null {
    const known = this.known.getOrCreate(operation, () => ({ uses: 0, compiled: null }));
    known.uses += 1;
    if (known.uses === COMPILE_AT_USE) known.compiled = this.compile(document, operation);
    return known.compiled;
  }

  /** null: graphql-jit cannot, and says so by an answer in place of a query. */
  private compile(document: DocumentNode, operation: OperationDefinitionNode): CompiledQuery | null {
    const result = compileQuery(this.schema, document, operation.name?.value);
    return isCompiledQuery(result) ? result : null;
  }
}

/** As graphql-js itself has it. */
const COERCION = { maxErrors: 50 } as const;

interface KnownOperation {
  uses: number;
  compiled: CompiledQuery | null;
}
