import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from './button.js';

export interface Cursor {
  /** The `after` argument of the query. Null on the first page. */
  readonly after: string | null;
  readonly hasPrevious: boolean;
  /** The previous page is not known, so `previous` leads to the first one. */
  readonly isPreviousFirst?: boolean;
  readonly next: (endCursor: string) => void;
  readonly previous: () => void;
}

/** Turns the pages of a list. Renders nothing if there is only one. */
export const Pager = ({
  cursor,
  pageInfo,
  label,
}: {
  readonly cursor: Cursor;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  /** The name of the list. */
  readonly label: string;
}) => {
  const { t } = useTranslation();
  const { hasNextPage, endCursor } = pageInfo;
  if (!hasNextPage && !cursor.hasPrevious) return null;
  return (
    <nav className="pager" aria-label={t('pager.label', { list: label })}>
      <Button size="small" isDisabled={!cursor.hasPrevious} onPress={cursor.previous} icon={ChevronLeft}>
        {t(cursor.isPreviousFirst && cursor.hasPrevious ? 'pager.first' : 'pager.previous')}
      </Button>
      <Button size="small" isDisabled={!hasNextPage || !endCursor} onPress={() => endCursor && cursor.next(endCursor)}>
        {t('pager.next')}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
};
