// Serves this folder as a web site whose visitors can be sent pushes:
//
//   node examples/site/serve.mjs SERVICE_ID [SERVICE_URL] [PORT]
//
// On localhost, since browsers give service workers only to https and to this machine.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const [serviceId, service = 'http://127.0.0.1:4000', port = '8080'] = process.argv.slice(2);
if (!/^[\w-]+$/.test(serviceId ?? '') || !URL.canParse(service)) {
  process.stderr.write('Usage: node examples/site/serve.mjs SERVICE_ID [SERVICE_URL] [PORT]\n');
  process.exit(1);
}

const FILES = new Map([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/page.js', ['page.js', 'text/javascript; charset=utf-8']],
  ['/sw.js', ['sw.js', 'text/javascript; charset=utf-8']],
]);

const server = createServer(async (request, response) => {
  const [name, type] = FILES.get(new URL(request.url, 'http://localhost').pathname) ?? [];
  if (!name) return response.writeHead(404).end();
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(text.replaceAll('{{service}}', new URL(service).origin).replaceAll('{{serviceId}}', serviceId));
});

server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${server.address().port}\n`);
});
