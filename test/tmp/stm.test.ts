import { test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { startHttpApp } from '../support/http-app.js';
test('x', async () => {
  for (const kind of eachDatabase()) {
    await using app = await (startHttpApp as any)(kind);
    const log: string[] = [];
    app.database.statements.listener = (sql: string) => log.push(sql.replace(/\s+/g, ' ').slice(0, 400));
    const show = async (m: string, p: string, b?: unknown) => { log.length = 0; const r = await app.api(m, p, b); console.log(kind.name, m, p, r.statusCode ?? r.status, log.length, '\n' + log.join('\n')); };
    await show('POST', '/apps', { push_provider: 'webpush', name: 'a' });
    await show('GET', '/apps/1');
    await show('GET', '/apps');
    await show('POST', '/pushes', { default_lang: 'en', translations: [{ language: 'en', title: 'a', text: 'b' }] });
    await show('GET', '/pushes/1');
    await show('POST', '/sched/conversion', { name: 'x', all_apps: true });
    await show('GET', '/sched/conversion/1');
    await show('GET', '/sched/conversion');
  }
});
