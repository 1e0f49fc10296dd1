import { PushContent } from '../../src/content/push-content.js';
import type { DeviceValues } from '../../src/entities/device.js';
import type { Measured } from '../support/chart.js';
import { percentile } from '../support/percentile.js';
import { toTable } from '../support/table.js';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 200_000);

/** Texts from plain to demanding. */
const TEMPLATES: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  'one variable': { title: 'Hello', text: 'Hi {{ user.first_name | default: "friend" }}, it is on.' },
  'three variables and one `if`': {
    title: 'Hello {{ user.first_name | default: "friend" }}',
    text: 'Your {{ user.plan }} plan in {{ user.city }}{% if user.age > 17 %}, for adults{% endif %}.',
  },
  'dates, money and a loop': {
    title: '{{ user.balance | money: "EUR" }} until {{ user.renews | in_zone: "%-d %B" }}',
    text: '{% for tag in user.tags %}{{ tag | capitalize }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
  },
};

interface Row {
  readonly name: string;
  readonly perSecond: number;
  /** The CPU time per message, which a busy machine does not change, unlike elapsed time. */
  readonly cpuUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

/** Rendering alone, for devices that all differ: both texts of a message, from the device's row. */
export const benchRender = async (): Promise<Measured> => {
  const rows = Object.entries(TEMPLATES).map(([name, texts]) => measure(name, texts));
  const figure = (us: number): string => us.toFixed(1);
  const table = toTable<Row>(
    [
      { title: 'template', cell: ({ name }) => name },
      { title: 'messages/s', cell: ({ perSecond }) => perSecond.toFixed(0) },
      { title: 'CPU, µs', cell: ({ cpuUs }) => figure(cpuUs) },
      { title: 'p50, µs', cell: ({ p50Us }) => figure(p50Us) },
      { title: 'p99, µs', cell: ({ p99Us }) => figure(p99Us) },
    ],
    rows,
  );
  console.log(table);
  const groups = rows.map(({ name, perSecond }) => ({ name, bars: [{ name: 'rendered', value: perSecond }] }));
  return { devices: DEVICES, rows, charts: [{ title: 'Messages rendered', unit: 'messages/s', groups }] };
};

const ABOUT = { app: { id: 1, name: 'Shop' }, run: { id: 1, name: 'Weekly', userId: 1 }, event: null };

const measure = (name: string, texts: { title: string; text: string }): Row => {
  const translations = [{ language: 'en', ...texts }];
  const content = new PushContent({ defaultLang: 'en', missing: 'DEFAULT', translations });
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let id = 1; id <= DEVICES; id += 1) {
    const device = makeDevice(id);
    const startedAt = performance.now();
    const slots = content.slotsOf(device, ABOUT);
    times.push(performance.now() - startedAt);
    if (slots === null || 'code' in slots) throw new Error('The template was not rendered.');
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const total = times.reduce((sum, time) => sum + time, 0);
  const at = (share: number): number => percentile(times, share) * 1_000;
  return {
    name,
    perSecond: (DEVICES * 1_000) / total,
    cpuUs: (user + system) / DEVICES,
    p50Us: at(0.5),
    p99Us: at(0.99),
  };
};

const makeDevice = (id: number): DeviceValues => ({
  ...{ id, token: '', language: 'de-AT', timezone: 'Europe/Vienna' },
  attributes: JSON.stringify({
    ...{ age: id % 60, balance: id / 7, city: `City ${id % 100}`, first_name: `Anna ${id}`, plan: 'pro' },
    ...{ renews: '2026-03-01T22:30:00.000Z', tags: ['running', 'cycling', 'music'] },
  }) as never,
});
