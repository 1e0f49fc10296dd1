import { createHash } from 'node:crypto';
import { PAGE_HEADERS } from './add-common-headers.js';
import { FAVICON_PATH, FAVICON_TYPE } from './favicon.js';
import type { HttpPlugin } from './http-plugin.js';
import type { RouteTable } from './route-table.js';

interface Place {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

const PLACES: readonly Place[] = [
  {
    path: '/console',
    name: 'Console',
    about: 'For people: compose campaigns, watch them being sent, manage applications and devices.',
  },
  {
    path: '/graphiql',
    name: 'GraphiQL',
    about: 'The graph: query, change and watch everything. Requires an API key.',
  },
  {
    path: '/docs',
    name: 'REST reference',
    about: 'Every operation of the REST and device APIs, to read and to try.',
  },
  { path: '/api/b/v2/openapi.json', name: 'OpenAPI', about: 'The REST API as a file, for client generators.' },
  {
    path: '/sdk/v1/openapi.json',
    name: 'OpenAPI for devices',
    about: 'The device API as a file, for client generators.',
  },
  { path: '/sdk/web.js', name: 'Browser SDK', about: 'The script with which web pages register visitors.' },
  { path: '/readyz', name: 'Ready', about: 'Whether the database and the jobs answer.' },
  { path: '/healthz', name: 'Health', about: 'Whether the process is up.' },
  { path: '/metrics', name: 'Metrics', about: 'For Prometheus.' },
];

/** Serves `GET /`, which introduces the service and links to the pages of this process. */
export const homePage =
  (routes: RouteTable): HttpPlugin =>
  async (server) => {
    let page = '';
    server.addHook('onReady', async () => {
      page = toPage(PLACES.filter(({ path }) => routes.has(path)));
    });
    server.get('/', (_request, reply) =>
      reply
        .headers({ ...PAGE_HEADERS, 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page),
    );
  };

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #59636e; --paper: #f6f8fa; --card: #fff; --line: #d8dee4; --accent: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --quiet: #9aa4af; --paper: #0d1117; --card: #151b23; --line: #30363d; --accent: #6cb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1.5rem, 6vw, 5rem) 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
p { margin: 0.25rem 0 2rem; color: var(--quiet); }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
a { display: block; height: 100%; padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); color: var(--quiet); font-size: 0.9rem; text-decoration: none; }
a:hover, a:focus-visible { border-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
strong { display: block; color: var(--accent); font-size: 1.05rem; }
code { display: block; margin-top: 0.35rem; font-size: 0.8rem; }
`;

/** The page loads its icon and runs no script; its one style is allowed by its hash. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const toPage = (places: readonly Place[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pushgraph</title>
<link rel="icon" type="${FAVICON_TYPE}" href="${FAVICON_PATH}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>pushgraph</h1>
<p>Sends push notifications to the devices of your applications, at the right moment.</p>
<ul>
${places.map(toItem).join('\n')}
</ul>
</main>
</body>
</html>
`;

const toItem = ({ path, name, about }: Place): string =>
  `<li><a href="${path}"><strong>${name}</strong>${about}<code>${path}</code></a></li>`;
