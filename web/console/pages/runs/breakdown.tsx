import { useState } from 'react';
import { Link } from 'wouter';
import type { CountsOfFragment } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { ChoiceField } from '../../ui/fields.js';
import { Card, EmptyState } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import type { RunDetail } from './run-page.js';

const VIEWS = ['provider', 'app', 'language'] as const;
type View = (typeof VIEWS)[number];

interface Line {
  readonly key: string;
  readonly name: string;
  readonly href?: string;
  readonly counts: CountsOfFragment;
}

/** The outcomes by provider, application or language. */
export const Breakdown = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const [view, setView] = useState<View>('app');
  const { breakdown, counts } = run;
  const lines: Readonly<Record<View, readonly Line[]>> = {
    provider: breakdown.byProvider.map(({ provider, counts }) => ({
      key: provider ?? '',
      name: provider ? t(`provider.${provider}`) : t('state.deleted'),
      counts,
    })),
    app: breakdown.byApp.map(({ app, appDatabaseId, counts }) => ({
      key: String(appDatabaseId),
      name: app?.name ?? t('state.deleted'),
      ...(app ? { href: `/apps/${app.id}` } : {}),
      counts,
    })),
    language: breakdown.byLanguage.map(({ language, counts }) => ({
      key: language,
      name: format.language(language),
      counts,
    })),
  };
  const number = (
    id: keyof CountsOfFragment & ('sent' | 'failed' | 'invalidToken' | 'retrying' | 'held' | 'total'),
    name: string,
  ) => ({
    id,
    name,
    isNumber: true,
    isMinor: id === 'retrying' || id === 'held' || id === 'invalidToken',
    cell: ({ counts }: Line) => format.number(counts[id]),
  });
  return (
    <Card
      title={t('runs.breakdown')}
      isFlush
      aside={
        <ChoiceField
          label={t('runs.breakdown')}
          isLabelHidden
          look="segments"
          value={view}
          choices={VIEWS.map((id) => ({ id, name: t(`runs.by.${id}`) }))}
          onChange={setView}
        />
      }
    >
      {lines[view].length === 0 ? (
        <EmptyState title={t('runs.breakdown.none')} text={t('runs.timeline.none.text')} />
      ) : (
        <Table
          label={t(`runs.by.${view}`)}
          rows={lines[view]}
          keyOf={({ key }) => key}
          columns={[
            {
              name: t(`runs.by.${view}`),
              cell: ({ name, href }) => (href === undefined ? name : <Link href={href}>{name}</Link>),
            },
            number('sent', t('outcome.SENT')),
            number('failed', t('outcome.FAILED')),
            number('invalidToken', t('outcome.INVALID_TOKEN')),
            number('retrying', t('outcome.RETRYING')),
            ...(counts.held > 0 ? [number('held', t('outcome.HELD'))] : []),
            number('total', t('runs.total')),
          ]}
        />
      )}
    </Card>
  );
};
