import type { ChoiceInput } from '../services/preferences/preference-service.js';

/** Returns what the person has changed, or null for a body that the page's form does not send. */
export const readChoices = (body: unknown): ChoiceInput[] | null => {
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  const seen = form.getAll('was').map((entry) => /^(0|[1-9]\d{0,14})\.(on|off)$/.exec(entry));
  const on = new Set(form.getAll('on'));
  const changes: ChoiceInput[] = [];
  for (const entry of seen) {
    if (entry === null) return null;
    const [, id = '', was] = entry;
    if (on.has(id) !== (was === 'on')) changes.push({ categoryId: Number(id), choice: on.has(id) ? 'ON' : 'OFF' });
  }
  return seen.length === 0 ? null : changes;
};

/** RFC 8058 allows both encodings of a form. */
export const isOneClick = (body: unknown): boolean =>
  typeof body === 'string' && /List-Unsubscribe(?:=|"\r?\n\r?\n)One-Click/.test(body);
