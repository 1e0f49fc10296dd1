import type { ReactNode } from 'react';
import type { PageQuery } from '../graph/hooks.js';
import { useTranslation } from '../i18n/i18n.js';
import { LinkButton } from './button.js';
import { EmptyState, ErrorNote, PageHeader, Skeleton } from './page.js';

interface Parent {
  readonly href: string;
  readonly name: string;
}

/** Shows what a page was opened for, or why it cannot: still loading, failed, or not found. */
export const Found = <Item,>({
  query: { data, error, isLoading, refresh },
  item,
  parent,
  children,
}: {
  readonly query: PageQuery<unknown>;
  readonly item: Item | null | undefined;
  readonly parent: Parent;
  readonly children: (item: Item) => ReactNode;
}) => {
  if (item) return children(item);
  if (isLoading) return <Skeleton lines={8} />;
  if (data || !error) return <NotFound parent={parent} />;
  return (
    <>
      <PageHeader title={parent.name} />
      <ErrorNote error={error} onRetry={refresh} />
    </>
  );
};

export const NotFound = ({ parent }: { readonly parent: Parent }) => {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('notFound.title')} parent={parent} />
      <EmptyState title={t('notFound.text')} action={<LinkButton href={parent.href}>{parent.name}</LinkButton>} />
    </>
  );
};
