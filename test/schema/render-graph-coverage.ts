import type { RestRoute } from '../../src/rest-compat/rest-route.js';
import type { Counterpart } from './rest-counterparts.js';
import type { REST_FIELDS } from './rest-field-counterparts.js';

export interface GraphCoverage {
  readonly routes: readonly RestRoute[];
  readonly counterparts: Readonly<Record<string, Counterpart>>;
  readonly fields: typeof REST_FIELDS;
}

/** The readable page, generated from the registry and never edited by hand. */
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

const INTRODUCTION = `# REST in the graph

The counterpart in the graph of each REST operation, each of its query parameters, and each member of its bodies and
records. This page is generated from \`test/schema/rest-*counterparts.ts\` (\`UPDATE_DOCS=1\` writes it).
\`test/schema/graph-coverage.test.ts\` fails if a counterpart is missing or not in the schema, or if this page is not current.

From the command line, the graph has what users may do with their own keys (\`apiKeyCreate\`, \`apiKeyRotate\`,
\`apiKeyRevoke\`, \`Viewer.apiKeys\`). Only the operator's command line manages users, migrations and repairs.
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
