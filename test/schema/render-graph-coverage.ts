import type { RestRoute } from '../../src/rest-compat/rest-route.js';
import type { Counterpart } from './rest-counterparts.js';
import type { REST_FIELDS } from './rest-field-counterparts.js';

export interface GraphCoverage {
  readonly routes: readonly RestRoute[];
  readonly counterparts: Readonly<Record<string, Counterpart>>;
  readonly fields: typeof REST_FIELDS;
}

/** The page for people, made from the registry and never written by hand. */
export const renderGraphCoverage = ({ routes, counterparts, fields }: GraphCoverage): string => {
  const rows = routes.map((route) => toRow(route, counterparts[route.operationId]));
  const members = Object.entries(fields).flatMap(([tag, ofTag]) =>
    Object.entries(ofTag).map(([name, { input = [], output = [] }]) =>
      toLine([`${tag}: \`${name}\``, toCode(input), toCode(output)]),
    ),
  );
  return [
    INTRODUCTION,
    ...HEAD,
    ...rows,
    '',
    '## Members of bodies and records',
    '',
    ...FIELDS_HEAD,
    ...members,
    '',
  ].join('\n');
};

const INTRODUCTION = `# What of REST is in the graph

Each operation of REST with what does the same in the graph, each of its query parameters, and each member of its bodies
and records. This page is made from \`test/schema/rest-*counterparts.ts\`; \`test/schema/graph-coverage.test.ts\` fails when
one of them has no counterpart, when a counterpart is not in the schema, and when this page is not what the registries say
(\`UPDATE_DOCS=1\` writes it).

Of the command line the graph has what a user may do with keys of their own (\`apiKeyCreate\`, \`apiKeyRotate\`,
\`apiKeyRevoke\`, \`Viewer.apiKeys\`). Users, migrations and repairs are the operator's, on the command line alone.
`;

const HEAD = ['| REST | in the graph | parameters |', '| --- | --- | --- |'];

const FIELDS_HEAD = ['| member | in inputs | in types |', '| --- | --- | --- |'];

const toRow = ({ method, path }: RestRoute, counterpart: Counterpart | undefined): string => {
  const parameters = Object.entries(counterpart?.parameters ?? {}).map(
    ([name, places]) => `\`${name}\`: ${toCode(places)}`,
  );
  const note = counterpart?.note ? `. ${counterpart.note}` : '';
  return toLine([`\`${method} ${path}\``, `${toCode(counterpart?.by ?? [])}${note}`, parameters.join('<br>')]);
};

const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const toCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
