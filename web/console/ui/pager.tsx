import { ChevronLeft, ChevronRight } from 'lucide-react';
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
