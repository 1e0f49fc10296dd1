import { scalars } from './scalars.js';

export { scalars };

export interface CodegenOptions {
  /** Where your operations are, such as `src/**\/*.{ts,tsx,graphql}`. */
  readonly documents: string;
  /** The folder that is generated, with `/` at its end. */
  readonly into: string;
}

/**
 * A configuration of GraphQL Code Generator (`npm install -D @graphql-codegen/cli @graphql-codegen/client-preset`):
 *
 *   // codegen.ts
 *   import { codegen } from '@pushgraph/client/codegen';
 *   export default codegen({ documents: 'src/**\/*.ts', into: 'src/graph/' });
 */
export const codegen = ({ documents, into }: CodegenOptions) => ({
  schema: 'node_modules/@pushgraph/client/dist/schema.graphql',
  documents,
  // So that what is generated runs as ES modules too.
  importExtension: '.js' as const,
  generates: {
    [into]: {
      preset: 'client' as const,
      // A scalar that the graph gets later, and that is not named here, is an error and not `any`.
      config: { scalars, strictScalars: true, enumsAsTypes: true },
    },
  },
});
