import { scalars } from './scalars.js';

export { scalars };

export interface CodegenOptions {
  /** The files with your operations, such as `src/**\/*.{ts,tsx,graphql}`. */
  readonly documents: string;
  /** The output folder, with a trailing `/`. */
  readonly into: string;
}

/** Uses `/` on Windows too, because code generators read globs, and drops the `/` before the drive. */
const toPath = ({ pathname }: URL): string => decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '');

/** The built package contains the schema in the folder of this file. */
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
  // The generated code must also run as ES modules.
  importExtension: '.js' as const,
  generates: {
    [into]: {
      preset: 'client' as const,
      // A scalar that is not listed here is an error instead of `any`.
      config: { scalars, strictScalars: true, enumsAsTypes: true },
    },
  },
});
