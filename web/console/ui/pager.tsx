import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Button } from './button.js';

export interface Cursor {
  /** What a query takes as `after`; null on the first page. */
  readonly after: string | null;
  readonly hasPrevious: boolean;
  /** Which page comes before is not known, so that `previous` leads to the first one. */
  readonly isPreviousFirst?: boolean;
  readonly next: (endCursor: string) => void;
  readonly previous: () => void;
}

/** One page of a connection at a time. Back to the first whenever `filter`, what the list is narrowed to, changes. */
export const useCursor = (filter = ''): Cursor => {
  const [passed, setPassed] = useState<readonly string[]>([]);
  const last = useRef(filter);
  useEffect(() => {
    if (last.current === filter) return;
    last.current = filter;
    setPassed([]);
  }, [filter]);
  const isOfOldFilter = last.current !== filter;
  return {
    after: isOfOldFilter ? null : (passed.at(-1) ?? null),
    hasPrevious: !isOfOldFilter && passed.length > 0,
    next: (endCursor) => setPassed((before) => [...before, endCursor]),
    previous: () => setPassed((before) => before.slice(0, -1)),
  };
};

/** Under a list of which one page is shown; nothing where there is only one. */
export const Pager = ({
  cursor,
  pageInfo,
  label,
}: {
  readonly cursor: Cursor;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  /** What the list is of. */
  readonly label: string;
}) => {
  const { t } = useWords();
  const { hasNextPage, endCursor } = pageInfo;
  if (!hasNextPage && !cursor.hasPrevious) return null;
  return (
    <nav className="pager" aria-label={t('pager.label', { list: label })}>
      <Button
        size="small"
        isDisabled={!cursor.hasPrevious}
        onPress={cursor.previous}
        icon={<ChevronLeft size={16} aria-hidden />}
      >
        {t(cursor.isPreviousFirst && cursor.hasPrevious ? 'pager.first' : 'pager.previous')}
      </Button>
      <Button size="small" isDisabled={!hasNextPage || !endCursor} onPress={() => endCursor && cursor.next(endCursor)}>
        {t('pager.next')}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
};
