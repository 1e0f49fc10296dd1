import { ALL_MARKETING } from '../ports/preferences.js';
import type { Preferences } from '../services/preferences/preference-service.js';
import type { PreferenceItem } from '../services/preferences/settle-choices.js';
import { type Html, html, NOTHING } from './html.js';
import type { Words } from './words.js';

/** The result that the page of all preferences begins with. */
export type Note = 'saved' | 'changed' | null;

export interface ListView {
  readonly words: Words;
  readonly appName: string;
  /** The address of the page without a query. */
  readonly path: string;
  readonly preferences: Preferences;
  readonly note: Note;
}

/** All preferences, with a form that saves them. */
export const toList = ({ words, appName, path, preferences: { items, allMarketing }, note }: ListView): Html => {
  const of = (kind: PreferenceItem['kind']) => items.filter((item) => item.kind === kind);
  const all = { categoryId: ALL_MARKETING, name: words.allMarketing, description: words.allMarketingHint };
  return html`<h1>${words.title}</h1>
${toNote(words, note)}
<p class="quiet">${words.intro(appName)}</p>
<form method="post" action="${path}">
${toGroup(words.marketing, [{ ...all, choice: allMarketing }, ...of('MARKETING')])}
${toGroup(words.service, of('SERVICE'))}
${toRequired(words, of('TRANSACTIONAL'))}
<button type="submit">${words.save}</button>
</form>
${allMarketing === 'OFF' ? NOTHING : toStopForm(`${path}/unsubscribe`, words.stopAll, 'second')}`;
};

const toNote = (words: Words, note: Note): Html => {
  if (note === null) return NOTHING;
  return note === 'saved'
    ? html`<p class="done" role="status">${words.saved}</p>`
    : html`<p class="wrong" role="alert">${words[note]}</p>`;
};

type Switch = Pick<PreferenceItem, 'categoryId' | 'name' | 'description' | 'choice'>;

const toGroup = (title: string, items: readonly Switch[]): Html =>
  items.length === 0
    ? NOTHING
    : html`<fieldset>
<legend><h2>${title}</h2></legend>
${items.map(toSwitch)}
</fieldset>`;

/** `was` is what the person saw, so that saving changes only what the person changed. */
const toSwitch = ({ categoryId, name, description, choice }: Switch): Html => {
  const isOn = choice === 'ON';
  return html`<label>
<input type="checkbox" name="on" value="${categoryId}"${isOn ? html` checked` : NOTHING}${description === '' ? NOTHING : html` aria-describedby="d${categoryId}"`} aria-labelledby="n${categoryId}">
<input type="hidden" name="was" value="${categoryId}.${isOn ? 'on' : 'off'}">
<span><span class="name" dir="auto" id="n${categoryId}">${name}</span>${toText(description, `d${categoryId}`)}</span>
</label>`;
};

const toRequired = (words: Words, items: readonly PreferenceItem[]): Html =>
  items.length === 0
    ? NOTHING
    : html`<fieldset>
<legend><h2>${words.required}</h2></legend>
<p class="text">${words.requiredHint}</p>
${items.map(
  ({ categoryId, name, description }) =>
    html`<div class="fixed"><span class="name" dir="auto">${name}</span>${toText(description, `d${categoryId}`)}</div>`,
)}
</fieldset>`;

const toText = (description: string, id: string): Html =>
  description === '' ? NOTHING : html`<span class="text" dir="auto" id="${id}">${description}</span>`;

/** RFC 8058: the body of a one-click request. */
const toStopForm = (action: string, label: string, look: 'first' | 'second'): Html =>
  html`<form method="post" action="${action}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit" class="${look}">${label}</button>
</form>`;

export interface StopView {
  readonly words: Words;
  readonly appName: string;
  readonly path: string;
  /** Includes the query that names the category. */
  readonly action: string;
  /** The name of the category, or of all marketing. */
  readonly what: string;
  readonly isDone: boolean;
}

/** Asks once before a category is turned off, because scanners of links open every address. */
export const toStop = ({ words, appName, path, action, what, isDone }: StopView): Html =>
  isDone
    ? html`<h1>${words.stopped(what)}</h1>
<p class="done" role="status">${words.saved}</p>
${toBack(words, path)}`
    : html`<h1>${words.askStop(what)}</h1>
<p>${words.stopHint(appName)}</p>
${toStopForm(action, words.stop, 'first')}
${toBack(words, path)}`;

export interface ProblemView {
  readonly words: Words;
  readonly title: string;
  readonly hint: string;
  /** Null: the link does not work, so it leads nowhere. */
  readonly path: string | null;
}

export const toProblem = ({ words, title, hint, path }: ProblemView): Html =>
  html`<h1>${title}</h1>
<p role="alert">${hint}</p>
${path === null ? NOTHING : toBack(words, path)}`;

const toBack = (words: Words, path: string): Html => html`<p><a href="${path}">${words.allPreferences}</a></p>`;
