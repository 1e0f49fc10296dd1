import { useState } from 'react';
import { type AlertKind, type AlertRuleLineFragment, AlertRuleUpsertDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { ChoiceField, SwitchField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextField } from '../../ui/text-field.js';
import { AppFilter } from '../devices/app-filter.js';

const KINDS = ['RUN_FAILURES', 'NO_DELIVERIES', 'APP_PAUSED'] as const satisfies AlertKind[];

interface Values {
  readonly kind: AlertKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly app: string;
  /** In percent. */
  readonly share: string;
  readonly minCount: string;
  readonly minutes: string;
  /** One address per line. */
  readonly recipients: string;
}

const USUAL_MINUTES = { RUN_FAILURES: '', NO_DELIVERIES: '60', APP_PAUSED: '5' } as const;

const toValues = (rule: AlertRuleLineFragment | null): Values => ({
  kind: rule?.kind ?? 'RUN_FAILURES',
  name: rule?.name ?? '',
  enabled: rule?.enabled ?? true,
  app: rule?.app?.id ?? '',
  share: String(Math.round((rule?.share ?? 0.1) * 1_000) / 10),
  minCount: String(rule?.minCount ?? 100),
  minutes: String(rule?.minutes ?? ''),
  recipients: (rule?.recipients ?? []).join('\n'),
});

const toNumber = (text: string): number => Number(text.replace(',', '.')) || 0;

const toInput = ({ kind, name, enabled, app, share, minCount, minutes, recipients }: Values) => ({
  ...{ kind, name, enabled, appId: app || null },
  share: kind === 'RUN_FAILURES' ? toNumber(share) / 100 : null,
  minCount: kind === 'APP_PAUSED' ? null : Math.round(toNumber(minCount)),
  minutes: kind === 'RUN_FAILURES' ? null : Math.round(toNumber(minutes)),
  recipients: recipients.split(/[\s,;]+/).filter((address) => address !== ''),
});

/** Creates or changes an alert rule. */
export const RuleDialog = ({
  rule,
  onClose,
  onSaved,
}: {
  /** Null to create one. */
  readonly rule: AlertRuleLineFragment | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) => {
  const { t } = useTranslation();
  const [upsert] = useAction(AlertRuleUpsertDocument, { quiet: true });
  const [key] = useState(newKey);
  const form = useForm({
    initial: toValues(rule),
    fields: ['name', 'share', 'minCount', 'minutes', 'recipients'],
    save: (values) => upsert({ input: toInput(values), id: rule?.id ?? null, key: rule ? null : key }),
    onSaved,
  });
  const { kind, enabled, app } = form.values;
  return (
    <FormDialog form={form} title={rule ? rule.name : t('alerts.new')} onClose={onClose}>
      <ChoiceField
        label={t('alerts.kind')}
        value={kind}
        choices={KINDS.map((id) => ({ id, name: t(`alerts.kind.${id}`), about: t(`alerts.about.${id}`) }))}
        onChange={(next) => form.change({ kind: next, minutes: USUAL_MINUTES[next] })}
      />
      <TextField label={t('alerts.name')} {...form.text('name')} isRequired autoComplete="off" />
      {kind === 'RUN_FAILURES' && (
        <TextField
          label={t('alerts.share')}
          type="number"
          min="0.1"
          max="100"
          inputProps={{ step: 'any' }}
          {...form.text('share')}
        />
      )}
      {kind !== 'APP_PAUSED' && (
        <TextField
          label={t('alerts.minCount')}
          hint={t('alerts.minCount.hint')}
          type="number"
          min="1"
          {...form.text('minCount')}
        />
      )}
      {kind !== 'RUN_FAILURES' && (
        <TextField
          label={t(`alerts.minutes.${kind}`)}
          type="number"
          min={kind === 'NO_DELIVERIES' ? '15' : '0'}
          max="1440"
          {...form.text('minutes')}
        />
      )}
      <AppFilter value={app} onChange={(next) => form.change({ app: next })} />
      <TextField
        label={t('alerts.recipients')}
        hint={t('alerts.recipients.hint')}
        rows={3}
        {...form.text('recipients')}
      />
      <SwitchField isSelected={enabled} onChange={(isOn) => form.change({ enabled: isOn })}>
        {t('alerts.enabled')}
      </SwitchField>
    </FormDialog>
  );
};
