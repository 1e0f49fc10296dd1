import type { Message } from '../state.js';
import type { TemplateProblem } from './personal-context.js';

interface Refusal {
  readonly field?: readonly string[] | null;
  readonly message: string;
}

/** Refused texts of a campaign by message, so that each is shown at its field. */
export const refusedTexts = (
  errors: readonly Refusal[],
  messages: readonly Message[],
): ReadonlyMap<number, readonly TemplateProblem[]> => {
  const found = new Map<number, TemplateProblem[]>();
  for (const { field, message } of errors) {
    const place = placeOf(field ?? []);
    const text = place && messages[place.message]?.texts[place.text];
    if (!place || !text) continue;
    const problem: TemplateProblem = {
      field: place.name,
      language: text.language,
      line: null,
      column: null,
      code: null,
      detail: '',
      message,
      severity: 'ERROR',
    };
    found.set(place.message, [...(found.get(place.message) ?? []), problem]);
  }
  return found;
};

/** Reads `pushes.0.translations.1.title`. A single message has no `pushes`. */
const placeOf = (path: readonly string[]) => {
  const at = path.indexOf('translations');
  if (at < 0) return null;
  const pushes = path.indexOf('pushes');
  const [text, ...name] = path.slice(at + 1);
  if (text === undefined || name.length === 0) return null;
  return { message: pushes < 0 ? 0 : Number(path[pushes + 1]), text: Number(text), name: name.join('.') };
};
