import { ScrollText } from 'lucide-react';
import { AuditLogDocument, type AuditWhereInput, MemberChoicesDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { addDays, startOfDay } from '../calendar/zoned-days.js';
import { AUDIT_KINDS, KINDS } from './audit-kinds.js';
import { type AuditLine, AuditSentence, useWho } from './audit-sentence.js';
import { ForAdmins } from './settings-header.js';

const PAGE_SIZE = 50;
const ALL = 'all';
const FILTERS = ['member', 'kind', 'from', 'to', 'thing'] as const;
type Filter = (typeof FILTERS)[number];

const AuditPage = () => (
  <ForAdmins>
    <AuditLog />
  </ForAdmins>
);

export default AuditPage;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const toWhere = ({ member, kind, from, to, thing }: Readonly<Record<Filter, string>>): AuditWhereInput => {
  const where: AuditWhereInput = {};
  const known = KINDS.find((each) => each === kind);
  if (member !== '') where.memberIds = [member];
  if (thing !== '') where.nodeIds = [thing];
  if (known !== undefined) where.action = [...AUDIT_KINDS[known]];
  // Days by the clocks of this browser; the last one is part of it.
  if (isDay(from)) where.from = startOfDay(from, ownZone()).toISOString();
  if (isDay(to)) where.to = startOfDay(addDays(to, 1), ownZone()).toISOString();
  return where;
};

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const AuditLog = () => {
  const { t } = useWords();
  const { filters, change, cursor } = useListAddress(FILTERS);
  const where = toWhere(filters);
  const { data: choices } = usePageQuery(MemberChoicesDocument, {});
  const { data, error, isLoading, refresh } = usePageQuery(AuditLogDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    where,
  });
  return (
    <>
      <div className="toolbar toolbar-fields">
        <SelectField
          label={t('audit.member')}
          value={filters.member === '' ? ALL : filters.member}
          options={[
            { id: ALL, name: t('audit.everybody') },
            ...(choices?.members.nodes ?? []).map(({ id, name }) => ({ id, name })),
          ]}
          onChange={(id) => change({ member: id === ALL ? '' : id })}
        />
        <SelectField
          label={t('audit.kind')}
          value={KINDS.find((kind) => kind === filters.kind) ?? ALL}
          options={[
            { id: ALL, name: t('audit.kind.all') },
            ...KINDS.map((id) => ({ id, name: t(`audit.kind.${id}`) })),
          ]}
          onChange={(id) => change({ kind: id === ALL ? '' : id })}
        />
        <TextField label={t('audit.from')} type="date" value={filters.from} onChange={(from) => change({ from })} />
        <TextField label={t('audit.to')} type="date" value={filters.to} onChange={(to) => change({ to })} />
      </div>
      {filters.thing !== '' && (
        <Banner
          action={
            <Button size="small" onPress={() => change({ thing: '' })}>
              {t('audit.thing.all')}
            </Button>
          }
        >
          {t('audit.thing')}
        </Banner>
      )}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card title={t('settings.audit')} lead={t('audit.lead')} isFlush>
        {isLoading && <Skeleton lines={6} />}
        {data?.auditLog.nodes.length === 0 && (
          <EmptyState icon={<ScrollText size={22} aria-hidden />} title={t('audit.none')}>
            {t(Object.keys(where).length > 0 ? 'list.widen' : 'audit.none.text')}
          </EmptyState>
        )}
        {data && data.auditLog.nodes.length > 0 && (
          <>
            <EntryTable entries={data.auditLog.nodes} />
            <Pager cursor={cursor} pageInfo={data.auditLog.pageInfo} label={t('settings.audit')} />
          </>
        )}
      </Card>
    </>
  );
};

const EntryTable = ({ entries }: { readonly entries: readonly AuditLine[] }) => {
  const { t, format } = useWords();
  const whoOf = useWho();
  return (
    <Table
      label={t('settings.audit')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'what',
          name: t('audit.what'),
          cell: (entry) => <AuditSentence entry={entry} />,
        },
        { id: 'who', name: t('audit.who'), isMinor: true, cell: whoOf },
        {
          id: 'at',
          name: t('audit.at'),
          cell: ({ at }) => (
            <time dateTime={at} title={at}>
              {format.dateTime(at)}
            </time>
          ),
        },
        { id: 'address', name: t('audit.address'), isMinor: true, cell: ({ address }) => address ?? '–' },
      ]}
    />
  );
};
