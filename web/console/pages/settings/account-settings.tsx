import { useState } from 'react';
import { AccountUpdateDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ComboField } from '../../ui/combo-field.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';

/** The settings that hold for all messages of the account, for admins. */
export const AccountSettings = ({ timeZone }: { readonly timeZone: string | null }) => {
  const { t } = useTranslation();
  const [update] = useAction(AccountUpdateDocument, { quiet: true });
  const [zones] = useState(() => zonesWith(timeZone ?? 'UTC'));
  const form = useForm({
    initial: { timeZone: timeZone ?? 'UTC' },
    fields: ['timeZone'],
    save: (input) => update({ input }),
    onSaved: () => showToast({ kind: 'good', text: t('settings.ofAccount.saved') }),
  });
  return (
    <Card title={t('settings.ofAccount')} lead={t('settings.ofAccount.lead')}>
      <form className="form form-narrow" onSubmit={form.submit}>
        <FormProblem form={form} />
        <ComboField
          label={t('settings.ofAccount.zone')}
          options={zones.map((id) => ({ id, name: id }))}
          value={form.values.timeZone}
          onChange={(zone) => form.change({ timeZone: zone })}
          error={form.errorOf('timeZone')}
        />
        <div className="row">
          <Button type="submit" isPending={form.isBusy}>
            {t('settings.ofAccount.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

const zonesWith = (zone: string): readonly string[] => [
  ...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];
