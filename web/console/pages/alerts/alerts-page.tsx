import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  AlertRuleDeleteDocument,
  type AlertRuleLineFragment,
  AlertRulesDocument,
  LatestAlertsDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { SettingsHeader } from '../settings/settings-header.js';
import { alertHref, useAlertWords } from './alert-words.js';
import { RuleDialog } from './rule-dialog.js';

/** The rules that watch runs and applications, and what they found. Admins change rules. */
const AlertsPage = () => (
  <>
    <SettingsHeader />
    <Rules />
    <Latest />
  </>
);

export default AlertsPage;

const Rules = () => {
  const { t, format } = useTranslation();
  const isAdmin = useMay('admin');
  const { data, error, refresh } = usePageQuery(AlertRulesDocument, {});
  const [edited, setEdited] = useState<AlertRuleLineFragment | 'new' | null>(null);
  const [remove] = useAction(AlertRuleDeleteDocument);
  const { askToDelete, dialog } = useConfirm();
  const confirmDelete = (rule: AlertRuleLineFragment) =>
    askToDelete({
      title: t('tags.delete.title', { name: rule.name }),
      text: t('alerts.delete.text'),
      onConfirm: async () => {
        const answer = await remove({ id: rule.id });
        if (answer.ok) refresh();
      },
    });
  const conditionOf = ({ kind, share, minCount, minutes }: AlertRuleLineFragment): string =>
    t(`alerts.condition.${kind}`, {
      share: format.percent(share ?? 0),
      count: format.number(minCount ?? 0),
      minutes: format.number(minutes ?? 0),
    });
  const rules = data?.alertRules.nodes ?? [];
  return (
    <Card
      title={t('alerts.rules')}
      lead={t('alerts.lead')}
      isFlush={rules.length > 0}
      aside={
        isAdmin && (
          <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
            {t('alerts.new')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorNote error={error} onRetry={refresh} />}
      {!error && !data && <Skeleton lines={3} />}
      {data && rules.length === 0 && (
        <EmptyState icon={BellRing} title={t('alerts.none')} text={t('alerts.none.text')} />
      )}
      {rules.length > 0 && (
        <Table
          label={t('alerts.rules')}
          rows={rules}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t('alerts.name'),
              cell: (rule) => (
                <div className="cell-main">
                  <span className="row">
                    <span className="cell-name">{rule.name}</span>
                    {!rule.enabled && <Badge>{t('alerts.off')}</Badge>}
                  </span>
                  <span className="cell-about is-whole">{conditionOf(rule)}</span>
                </div>
              ),
            },
            { name: t('devices.app'), isMinor: true, cell: ({ app }) => app?.name ?? t('devices.app.all') },
            {
              name: t('alerts.recipients'),
              isMinor: true,
              cell: ({ recipients }) => (recipients === null ? '–' : recipients.join(', ') || t('alerts.nobody')),
            },
          ]}
          actions={(rule) =>
            isAdmin && (
              <ActionMenu
                label={t('tags.actionsOf', { name: rule.name })}
                actions={[
                  { name: t('tags.edit'), onAction: () => setEdited(rule) },
                  { name: t('action.delete'), isDangerous: true, onAction: () => confirmDelete(rule) },
                ]}
              />
            )
          }
        />
      )}
      {edited !== null && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            refresh();
          }}
        />
      )}
      {dialog}
    </Card>
  );
};

const Latest = () => {
  const { t, format } = useTranslation();
  const wordsOf = useAlertWords();
  const { data, error, refresh } = usePageQuery(LatestAlertsDocument, {});
  const alerts = data?.alerts.nodes ?? [];
  return (
    <Card title={t('alerts.latest')} lead={t('alerts.latest.lead')} isFlush={alerts.length > 0}>
      {error && !data && <ErrorNote error={error} onRetry={refresh} />}
      {!error && !data && <Skeleton lines={3} />}
      {data && alerts.length === 0 && <EmptyState title={t('alerts.latest.none')} />}
      {alerts.length > 0 && (
        <Table
          label={t('alerts.latest')}
          rows={alerts}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t('alerts.what'),
              cell: (alert) => {
                const href = alertHref(alert);
                return (
                  <div className="cell-main">
                    {href ? <Link href={href}>{wordsOf(alert)}</Link> : <span>{wordsOf(alert)}</span>}
                    <span className="cell-about">{alert.rule?.name}</span>
                  </div>
                );
              },
            },
            {
              name: t('devices.state'),
              cell: ({ resolvedAt }) => (
                <Badge tone={resolvedAt ? 'good' : 'bad'}>{t(resolvedAt ? 'alerts.resolved' : 'alerts.isOpen')}</Badge>
              ),
            },
            { name: t('alerts.raisedAt'), isMinor: true, cell: ({ raisedAt }) => format.dateTime(raisedAt) },
            {
              name: t('alerts.resolvedAt'),
              isMinor: true,
              cell: ({ resolvedAt }) => (resolvedAt ? format.dateTime(resolvedAt) : '–'),
            },
          ]}
        />
      )}
    </Card>
  );
};
