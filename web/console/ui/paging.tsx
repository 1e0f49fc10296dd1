import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Button } from './button.js';

export interface Paging {
  /** The cursor after which the page begins; null: the first page. */
  readonly after: string | null;
  readonly isFirst: boolean;
  readonly next: (cursor: string) => void;
  readonly previous: () => void;
}

/** Where one is in a long list. Another `list` (its filters, say) begins at its first page. */
export const usePaging = (list: string): Paging => {
  const [{ of, cursors }, setState] = useState<{ readonly of: string; readonly cursors: readonly string[] }>({
    of: list,
    cursors: [],
  });
  const here = of === list ? cursors : [];
  return {
    after: here.at(-1) ?? null,
    isFirst: here.length === 0,
    next: (cursor) => setState({ of: list, cursors: [...here, cursor] }),
    previous: () => setState({ of: list, cursors: here.slice(0, -1) }),
  };
};

/** Under a list that has more than one page. */
export const Pager = ({
  paging,
  pageInfo: { hasNextPage, endCursor },
}: {
  readonly paging: Paging;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}) => {
  const { t } = useWords();
  if (paging.isFirst && !hasNextPage) return null;
  return (
    <div className="load-more">
      <div className="row">
        <Button
          size="small"
          isDisabled={paging.isFirst}
          onPress={paging.previous}
          icon={<ChevronLeft size={16} aria-hidden />}
        >
          {t('paging.previous')}
        </Button>
        <Button
          size="small"
          isDisabled={!hasNextPage || !endCursor}
          onPress={() => paging.next(endCursor ?? '')}
        >
          {t('paging.next')}
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
    </div>
  );
};
