import { ScrollText } from 'lucide-react';
import {
  AuditLogDocument,
  type AuditLogQuery,
  type AuditWhereInput,
  MemberChoicesDocument,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useWords } from '../../i18n/i18n.js';
import { SelectField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { addDays, startOfDay } from '../calendar/zoned-days.js';
import { AUDIT_KINDS, KINDS } from './audit-kinds.js';
import { ForAdmins } from './settings-header.js';

type Entry = AuditLogQuery['auditLog']['nodes'][number];

const PAGE_SIZE = 50;
const ALL = 'all';
const FILTERS = ['member', 'kind', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];

const AuditPage = () => (
  <ForAdmins>
    <AuditLog />
  </ForAdmins>
);

export default AuditPage;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const toWhere = ({ member, kind, from, to }: Readonly<Record<Filter, string>>): AuditWhereInput => {
  const where: AuditWhereInput = {};
  const known = KINDS.find((each) => each === kind);
  if (member !== '') where.memberIds = [member];
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

/** In the language of the page; an entry of before its parts were kept, or of a later release, in the service's words. */
const useSentence = () => {
  const { t } = useWords();
  const nobody = (address: string | null): string => t(address === null ? 'audit.service' : 'audit.somebody');
  const whoOf = ({ member, apiKey, actor, address }: Entry): string => {
    if (apiKey) return t('audit.key', { name: apiKey.name ?? apiKey.prefix });
    return member?.name || actor || nobody(address);
  };
  const whatOf = ({ subject, count, summary }: Entry): string => {
    if (count !== null) return t('audit.several', { count });
    if (subject === null) return '';
    // What has no name has its number, and a name may be digits: the sentence puts names in quotation marks.
    return summary.endsWith(`"${subject}".`) ? t('audit.named', { name: subject }) : ` ${subject}`;
  };
  const sayOf = (entry: Entry): string => {
    const { action, actor, apiKey, address, summary } = entry;
    if (actor === null) return summary;
    // As it was called then.
    const who = apiKey ? t('audit.key', { name: apiKey.prefix }) : actor || nobody(address);
    return t(`audit.did.${action}` as MessageKey, { who, what: whatOf(entry) }) || summary;
  };
  return { whoOf, sayOf };
};

const EntryTable = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const { t, format } = useWords();
  const { whoOf, sayOf } = useSentence();
  return (
    <Table
      label={t('settings.audit')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'what',
          name: t('audit.what'),
          cell: (entry) => <span className="cell-sentence">{sayOf(entry)}</span>,
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
