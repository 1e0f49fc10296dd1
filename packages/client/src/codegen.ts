import { scalars } from './scalars.js';

export { scalars };

export interface CodegenOptions {
  /** Where your operations are, such as `src/**\/*.{ts,tsx,graphql}`. */
  readonly documents: string;
  /** The folder that is generated, with `/` at its end. */
  readonly into: string;
}

/** With `/` on Windows too, since code generators read it as a glob, and without a `/` before the drive. */
const toPath = ({ pathname }: URL): string => decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '');

/** The built package has the schema beside this file, wherever it is installed and whatever the current folder is. */
const SCHEMA = toPath(new URL('./schema.graphql', import.meta.url));

/**
 * A configuration of GraphQL Code Generator (`npm install -D @graphql-codegen/cli @graphql-codegen/client-preset`):
 *
 *   // codegen.ts
 *   import { codegen } from '@pushgraph/client/codegen';
 *   export default codegen({ documents: 'src/**\/*.ts', into: 'src/graph/' });
 */
export const codegen = ({ documents, into }: CodegenOptions) => ({
  schema: SCHEMA,
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
