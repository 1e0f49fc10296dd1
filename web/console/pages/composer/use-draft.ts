import { useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../graph/connection.js';
import { DraftSaveDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useIsHere } from '../../shell/leaving.js';
import { showToast } from '../../ui/toast.js';
import { type ComposerState, nameOf } from './state.js';

export interface KnownDraft {
  readonly id: string;
  readonly version: number;
}

export type DraftStatus = 'new' | 'saved' | 'saving' | 'failed' | 'conflict';

const PAUSE_MS = 1_500;

/** Keeps what is composed: a while after each change, and when told to. One save after the other. */
export const useDraft = (
  state: ComposerState,
  {
    known,
    isPaused,
    untitled,
    onFirstSave,
  }: {
    readonly known: KnownDraft | null;
    readonly isPaused: boolean;
    /** Its name while it has none. */
    readonly untitled: string;
    readonly onFirstSave: (id: string) => void;
  },
) => {
  const { t } = useWords();
  const [save] = useAction(DraftSaveDocument, { quiet: true });
  const [status, setStatus] = useState<DraftStatus>(known ? 'saved' : 'new');
  /** Why the last save failed. */
  const [reason, setReason] = useState<string | null>(null);
  const draft = useRef(known);
  const saved = useRef(JSON.stringify(state));
  const latest = useRef(state);
  latest.current = state;
  const queue = useRef(Promise.resolve());
  const isOver = useRef(false);
  const isHere = useIsHere();
  // What could not be saved is saved once the network is back.
  const { returns } = useConnection();

  const saveNow = useCallback(
    async (overwrite = false): Promise<void> => {
      const content = JSON.stringify(latest.current);
      if (isOver.current || (content === saved.current && !overwrite)) return;
      setStatus('saving');
      const before = draft.current;
      const answer = await save({
        id: before?.id ?? null,
        name: nameOf(latest.current) || untitled,
        content: JSON.parse(content),
        version: overwrite ? null : (before?.version ?? null),
      });
      if (!answer.ok) {
        const isConflict = answer.errors.some(({ code }) => code === 'CONFLICT');
        const why = answer.errors.map(({ message }) => message).join(' ');
        // Nobody is left to read it beside the title.
        if (!isHere.current) showToast({ kind: 'bad', text: t('composer.draft.failedWhy', { reason: why }) });
        setReason(why);
        return setStatus(isConflict ? 'conflict' : 'failed');
      }
      if (!answer.data.draft) return setStatus('failed');
      const { id, version } = answer.data.draft;
      draft.current = { id, version };
      saved.current = content;
      setStatus('saved');
      // Whoever has gone on stays where they are.
      if (before === null && isHere.current) onFirstSave(id);
    },
    [t, save, untitled, isHere, onFirstSave],
  );

  const enqueue = useCallback(
    (overwrite = false): Promise<void> => {
      if (isPaused) return Promise.resolve();
      queue.current = queue.current.then(() => saveNow(overwrite)).catch(() => setStatus('failed'));
      return queue.current;
    },
    [isPaused, saveNow],
  );

  useEffect(() => {
    if (status === 'conflict') return;
    const timer = setTimeout(() => void enqueue(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, enqueue, returns]);

  const isUnsaved = useCallback((): boolean => !isOver.current && JSON.stringify(latest.current) !== saved.current, []);

  // What was typed last is kept, wherever the way leads; of a conflict only those who saw it can say which one stays.
  const leave = useRef((): void => undefined);
  leave.current = () => {
    if (status !== 'conflict') void enqueue();
  };
  useEffect(() => () => leave.current(), []);

  /** @param make gets the id of the draft, if there is one, and answers whether it has become a campaign: then no more is saved. */
  const finish = useCallback(async (make: (draftId: string | null) => Promise<boolean>): Promise<void> => {
    await queue.current;
    isOver.current = true;
    isOver.current = await make(draft.current?.id ?? null);
  }, []);

  return { status, reason, saveNow: enqueue, isUnsaved, finish };
};
