import type { MessageContext } from '../../content/liquid/template-roots.js';
import type { Pair } from './pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';

/** How long a page renders before the event loop and other pages get their turn. */
const SLICE_MS = 8;

/** The values of the pairs that may go. */
const slotsOfPair = new WeakMap<Pair, readonly string[]>();

/** Returns the values that the rule rendered for a pair; undefined: every device sees the same text. */
export const slotsOf = (pair: Pair): readonly string[] | undefined => slotsOfPair.get(pair);

/**
 * Renders the templates of a page, right before it is handed over, so that a message that its template drops takes no
 * part in the call. Every judgement has this rule, after all others.
 */
export const render: JudgementRule = {
  name: 'render',
  asked: 'push',
  texts: {
    'RULE:TEMPLATE_ABORTED': 'its template aborted it: {detail}',
    'RULE:VALUE_MISSING': 'the device has no value for {detail}',
    'RULE:TEMPLATE_FAILED': 'its template cannot be rendered: {detail}',
    'RULE:TEMPLATE_LIMIT': 'its template costs too much: {detail}',
  },
  outcomes: {
    ABORTED: { logByte: 70, description: 'Its template aborted it, or lacked a value: see `Push.missing`.' },
    RENDER_FAILED: { logByte: 71, description: 'Its template could not be rendered for this device.' },
  },
  open: (page) => (page.pairs.some(({ push }) => push.content.variesByDevice) ? (pairs) => judge(page, pairs) : null),
};

const judge = async (page: JudgedPage, pairs: readonly Pair[]): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const pair of pairs) {
    if (performance.now() > sliceEndsAt) {
      await nextTurn();
      sliceEndsAt = performance.now() + SLICE_MS;
    }
    answers.push(renderPair(page, pair));
  }
  return answers;
};

/** Slices of all pages queue up, so that one turn of the event loop has at most one. */
let lastTurn: Promise<unknown> = Promise.resolve();

const nextTurn = (): Promise<unknown> => {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
};

const renderPair = (page: JudgedPage, pair: Pair): Answer => {
  const { device, push } = pair;
  if (device === null) return GO;
  const slots = push.content.slotsOf(device, aboutOf(page, pair));
  if (slots === null) return GO;
  if ('code' in slots) return { kind: 'drop', ...slots };
  slotsOfPair.set(pair, slots);
  return GO;
};

const aboutOf = ({ appId, appName = '', run }: JudgedPage, { push, event = null }: Pair): MessageContext => ({
  app: { id: appId, name: appName },
  run: { id: run.id, name: push.runName ?? null, userId: run.userId },
  event,
});
