import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { TemplateCheckDocument } from '../../../graph/generated/graphql.js';
import { TYPING_MS, useDebounced } from '../../../ui/debounce.js';
import type { Message } from '../state.js';
import { toPushInput } from '../to-input.js';
import type { TemplateCheck, TemplateProblem } from './personal-context.js';
import { hasTemplates } from './template-text.js';

const NONE: readonly TemplateProblem[] = [];
/** Answers for texts that may come back, for example by undoing a change. */
const KEPT = 50;

/** Asks the service for the mistakes in the Liquid of each message, once typing pauses. */
export const useTemplateChecks = (messages: readonly Message[]): readonly TemplateCheck[] => {
  const client = useClient();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly TemplateProblem[]>>(new Map());
  const questions = messages.map((message) => (hasTemplates(message) ? JSON.stringify(toPushInput(message)) : ''));
  const settled = useDebounced(JSON.stringify(questions), TYPING_MS);
  useEffect(() => {
    const wanted = (JSON.parse(settled) as string[]).filter((question) => question !== '');
    let isOver = false;
    for (const question of new Set(wanted)) {
      void client
        .query(TemplateCheckDocument, { push: JSON.parse(question) }, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data }) => {
          if (!data || isOver) return;
          const problems = data.templateCheck.problems.map(located);
          setKnown((before) =>
            new Map<string, readonly TemplateProblem[]>([...before].slice(-KEPT)).set(question, problems),
          );
        });
    }
    return () => {
      isOver = true;
    };
  }, [client, settled]);
  const checks = questions.map((question) => (question === '' ? NONE : (known.get(question) ?? null)));
  const key = JSON.stringify(checks);
  return useMemo(() => JSON.parse(key), [key]);
};

/** The service says `translations[0].title`, or `translations[0].buttonLabels.ID`. */
const located = (problem: Omit<TemplateProblem, 'field'> & { readonly field?: string | null }): TemplateProblem => ({
  ...problem,
  field: (problem.field ?? '').replace(/^translations\[\d+\]\./, ''),
});
