import { ScrollText } from 'lucide-react';
import { AuditLogDocument, type AuditWhereInput, MemberChoicesDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/fields.js';
import { defineList, List, useList } from '../../ui/list.js';
import { Banner, EmptyState } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { addDays, startOfDay } from '../calendar/zoned-days.js';
import { AUDIT_KINDS, KINDS } from './audit-kinds.js';
import { AuditSentence, useActorName } from './audit-sentence.js';
import { ForAdmins } from './settings-header.js';

const ALL = 'all';

interface FilterProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const MemberFilter = ({ value, onChange }: FilterProps) => {
  const { t } = useTranslation();
  const { data } = usePageQuery(MemberChoicesDocument, {});
  return (
    <SelectField
      label={t('audit.member')}
      value={value === '' ? ALL : value}
      options={[
        { id: ALL, name: t('audit.everybody') },
        ...(data?.members.nodes ?? []).map(({ id, name }) => ({ id, name })),
      ]}
      onChange={(id) => onChange(id === ALL ? '' : id)}
    />
  );
};

const FromFilter = (props: FilterProps) => (
  <TextField {...props} label={useTranslation().t('audit.from')} type="date" />
);

const ToFilter = (props: FilterProps) => <TextField {...props} label={useTranslation().t('audit.to')} type="date" />;

const AUDIT_LOG = defineList({
  query: AuditLogDocument,
  pageOf: ({ auditLog }) => auditLog,
  pageSize: 50,
  filters: [
    { kind: 'field', name: 'member', Field: MemberFilter },
    {
      kind: 'select',
      name: 'kind',
      label: 'audit.kind',
      choices: [[ALL, 'audit.kind.all'], ...KINDS.map((kind) => [kind, `audit.kind.${kind}`] as const)],
    },
    { kind: 'field', name: 'from', Field: FromFilter },
    { kind: 'field', name: 'to', Field: ToFilter },
    { kind: 'linked', name: 'thing' },
  ],
  toVariables: ({ member, kind, from, to, thing }) => {
    const where: AuditWhereInput = {};
    const known = KINDS.find((each) => each === kind);
    if (member !== '') where.memberIds = [member];
    if (thing !== '') where.nodeIds = [thing];
    if (known !== undefined) where.action = [...AUDIT_KINDS[known]];
    // Days in the time zone of the browser, the last one included.
    if (isDay(from)) where.from = startOfDay(from, ownZone()).toISOString();
    if (isDay(to)) where.to = startOfDay(addDays(to, 1), ownZone()).toISOString();
    return { where };
  },
});

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const AuditPage = () => (
  <ForAdmins>
    <AuditLog />
  </ForAdmins>
);

export default AuditPage;

const AuditLog = () => {
  const { t, format } = useTranslation();
  const list = useList(AUDIT_LOG);
  const whoOf = useActorName();
  return (
    <List
      list={list}
      label={t('settings.audit')}
      card={{ title: t('settings.audit'), lead: t('audit.lead') }}
      lines={6}
      areLabelsShown
      empty={
        <EmptyState
          icon={ScrollText}
          title={t('audit.none')}
          text={t(list.isNarrowed ? 'list.widen' : 'audit.none.text')}
        />
      }
      columns={[
        {
          name: t('audit.what'),
          cell: (entry) => <AuditSentence entry={entry} />,
        },
        { name: t('audit.who'), isMinor: true, cell: whoOf },
        {
          name: t('audit.at'),
          cell: ({ at }) => (
            <time dateTime={at} title={at}>
              {format.dateTime(at)}
            </time>
          ),
        },
        { name: t('audit.address'), isMinor: true, cell: ({ address }) => address ?? '–' },
      ]}
    >
      {list.values.thing !== '' && (
        <Banner
          action={
            <Button size="small" onPress={() => list.change({ thing: '' })}>
              {t('audit.thing.all')}
            </Button>
          }
        >
          {t('audit.thing')}
        </Banner>
      )}
    </List>
  );
};
