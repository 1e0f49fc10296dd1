import { createHash } from 'node:crypto';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { FAVICON_PATH, FAVICON_TYPE } from '../http/favicon.js';
import { directionOf } from '../text/language.js';
import { type Html, html, NOTHING } from './html.js';
import type { Reader } from './words.js';

/** The application that a page is about. */
export interface Brand {
  readonly name: string;
  /** Loaded only by the browser. Null: the page shows none. */
  readonly icon: string | null;
}

export interface Page {
  readonly reader: Pick<Reader, 'language'>;
  readonly title: string;
  /** Null for links that do not work, because such a page does not reveal its account. */
  readonly brand: Brand | null;
  readonly body: Html;
}

/** The whole document. It works without JavaScript and has none. */
export const toDocument = ({ reader: { language }, title, brand, body }: Page): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${brand ? `${title} – ${brand.name}` : title}</title>
<link rel="icon" type="${FAVICON_TYPE}" href="${FAVICON_PATH}">
<style>${STYLE}</style>
</head>
<body>
<main>
${brand ? toBanner(brand) : NOTHING}
${body}
</main>
</body>
</html>
`.text;

const toBanner = ({ name, icon }: Brand): Html =>
  html`<p class="brand">${icon === null ? NOTHING : html`<img src="${icon}" alt="" width="40" height="40">`}<bdi>${name}</bdi></p>`;

/** The page is not cached, and no other site learns its address. */
export const headersOf = (brand: Brand | null): Readonly<Record<string, string>> => ({
  ...PAGE_HEADERS,
  'content-security-policy': policyOf(brand?.icon ?? null),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** Forms go only to this service, and the one foreign thing on the page is the icon. */
const policyOf = (icon: string | null): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE.text).digest('base64')}'`,
    `img-src 'self'${icon === null ? '' : ` ${new URL(icon).origin}`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const STYLE = html`
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #57606a; --paper: #f6f8fa; --card: #fff; --line: #d0d7de; --edge: #6e7781; --accent: #0a58ca; --on-accent: #fff; --good: #0f5132; --good-paper: #d1e7dd; --bad: #842029; --bad-paper: #f8d7da; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --quiet: #9aa4af; --paper: #0d1117; --card: #151b23; --line: #30363d; --edge: #8b949e; --accent: #6cb0ff; --on-accent: #0d1117; --good: #a3cfbb; --good-paper: #0f2b1d; --bad: #f1aeb5; --bad-paper: #36151a; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 5vw, 4rem) 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 38rem; margin: 0 auto; }
h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0 0 1.25rem; }
.brand { display: flex; align-items: center; gap: 0.75rem; margin-bottom: 1.5rem; font-weight: 600; }
.brand img { flex: none; border-radius: 0.5rem; object-fit: cover; }
.quiet { color: var(--quiet); }
fieldset { margin: 0 0 1.25rem; padding: 0.25rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); min-width: 0; }
legend { padding: 0; float: inline-start; width: 100%; }
legend + * { clear: both; }
h2 { margin: 0.75rem 0 0.25rem; font-size: 1.1rem; }
label { display: flex; gap: 0.9rem; align-items: flex-start; padding: 0.7rem 0; cursor: pointer; }
label + label, .fixed + .fixed { border-top: 1px solid var(--line); }
input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); cursor: pointer; }
.fixed { padding: 0.7rem 0; }
.name { display: block; font-weight: 600; }
.text { display: block; color: var(--quiet); font-size: 0.95rem; }
button { min-height: 2.75rem; padding: 0.5rem 1.4rem; border: 1px solid var(--accent); border-radius: 0.6rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.second { border-color: var(--edge); background: var(--card); color: var(--ink); }
a { display: inline-block; padding: 0.35rem 0; color: var(--accent); }
form + form, form + p, button + p { margin-top: 1.25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 0.3rem; }
.done, .wrong { padding: 0.75rem 1rem; border: 1px solid currentcolor; border-radius: 0.6rem; }
.done { background: var(--good-paper); color: var(--good); }
.wrong { background: var(--bad-paper); color: var(--bad); }
`;
