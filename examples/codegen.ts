/**
 * GraphQL Code Generator for an application of your own (`npm install -D @graphql-codegen/cli @graphql-codegen/client-preset`,
 * then `npx graphql-codegen --config codegen.ts`): types of the operations in your sources, out of the graph's schema.graphql.
 */
const text = { input: 'string', output: 'string' };

export default {
  schema: 'schema.graphql',
  // So that what is generated runs as ES modules too (cli 6 and later).
  importExtension: '.js',
  documents: 'src/**/*.{ts,tsx}',
  generates: {
    'src/graph/': {
      preset: 'client',
      config: {
        // A scalar that the graph gets later, and that is not named here, is an error and not `any`.
        strictScalars: true,
        enumsAsTypes: true,
        scalars: {
          CountryCode: text,
          DateTime: text,
          Delay: text,
          HttpsUrl: text,
          JSONObject: { input: 'Record<string, unknown>', output: 'Record<string, unknown>' },
          LanguageTag: text,
          LocalDate: text,
          LocalTime: text,
          TimeZone: text,
          True: { input: 'true', output: 'true' },
        },
      },
    },
  },
};
