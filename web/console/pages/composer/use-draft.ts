import { useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../graph/connection.js';
import { DraftSaveDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useIsHere } from '../../shell/leaving.js';
import { showToast } from '../../ui/toast.js';
import { type ComposerState, nameOf } from './state.js';

export interface KnownDraft {
  readonly id: string;
  readonly version: number;
}

export type DraftStatus = 'new' | 'saved' | 'saving' | 'failed' | 'conflict';

const PAUSE_MS = 1_500;

interface DraftOptions {
  /** The draft that the page was opened with. */
  readonly known: KnownDraft | null;
  readonly isPaused: boolean;
  /** The name of a draft without one. */
  readonly untitled: string;
  readonly onFirstSave: (id: string) => void;
}

/** Saves the composed campaign as a draft: shortly after each change, and on request. Saves never overlap. */
export const useDraft = (state: ComposerState, options: DraftOptions) => {
  const { isPaused } = options;
  const latest = useRef(state);
  latest.current = state;
  const { draft, saved, status, reason, save, fail } = useSave(state, options);
  const queue = useRef(Promise.resolve());
  const isOver = useRef(false);
  const isUnsaved = useCallback(
    (): boolean => !isOver.current && JSON.stringify(latest.current) !== saved.current,
    [saved],
  );
  const saveNow = useCallback(
    (overwrite = false): Promise<void> => {
      if (isPaused) return Promise.resolve();
      const saveLatest = async () => {
        if (isUnsaved() || (overwrite && !isOver.current)) await save(latest.current, overwrite);
      };
      queue.current = queue.current.then(saveLatest).catch(fail);
      return queue.current;
    },
    [isPaused, isUnsaved, save, fail],
  );
  useAutosave(state, status, saveNow);
  /** @param make gets the id of the draft. Once it returns true, the draft has become a campaign and is not saved again. */
  const finish = useCallback(
    async (make: (draftId: string | null) => Promise<boolean>): Promise<void> => {
      await queue.current;
      isOver.current = true;
      isOver.current = await make(draft.current?.id ?? null);
    },
    [draft],
  );
  return { status, reason, saveNow, isUnsaved, finish };
};

const useAutosave = (state: ComposerState, status: DraftStatus, saveNow: () => Promise<void>): void => {
  // A draft that could not be saved is saved once the network is back.
  const { returns } = useConnection();
  useEffect(() => {
    if (status === 'conflict') return;
    const timer = setTimeout(() => void saveNow(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, saveNow, returns]);
  // Leaving the page saves the last changes. In a conflict, only the user can decide which version stays.
  const leave = useRef((): void => undefined);
  leave.current = () => {
    if (status !== 'conflict') void saveNow();
  };
  useEffect(() => () => leave.current(), []);
};

const useSave = (initial: ComposerState, { known, untitled, onFirstSave }: DraftOptions) => {
  const { t } = useTranslation();
  const [request] = useAction(DraftSaveDocument, { quiet: true });
  const [status, setStatus] = useState<DraftStatus>(known ? 'saved' : 'new');
  /** Why the last save failed. */
  const [reason, setReason] = useState<string | null>(null);
  const draft = useRef(known);
  const saved = useRef(JSON.stringify(initial));
  const isHere = useIsHere();
  const save = useCallback(
    async (state: ComposerState, overwrite: boolean): Promise<void> => {
      const content = JSON.stringify(state);
      setStatus('saving');
      const before = draft.current;
      const id = before?.id ?? null;
      const version = overwrite ? null : (before?.version ?? null);
      const answer = await request({ id, version, name: nameOf(state) || untitled, content: JSON.parse(content) });
      if (!answer.ok) {
        const why = answer.errors.map(({ message }) => message).join(' ');
        // Once the page is left, its title no longer shows the reason.
        if (!isHere.current) showToast({ kind: 'bad', text: t('composer.draft.failedWhy', { reason: why }) });
        setReason(why);
        return setStatus(answer.errors.some(({ code }) => code === 'CONFLICT') ? 'conflict' : 'failed');
      }
      if (!answer.data.draft) return setStatus('failed');
      draft.current = { id: answer.data.draft.id, version: answer.data.draft.version };
      saved.current = content;
      setStatus('saved');
      if (before === null && isHere.current) onFirstSave(answer.data.draft.id);
    },
    [t, request, untitled, isHere, onFirstSave],
  );
  const fail = useCallback(() => setStatus('failed'), []);
  return { draft, saved, status, reason, save, fail };
};
