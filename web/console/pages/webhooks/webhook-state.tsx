import { useState } from 'react';
import { WebhookEnableDocument, type WebhookLineFragment } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { CheckboxField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Badge, Banner } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';

type Line = WebhookLineFragment;

export const nameOf = ({ description, url }: Pick<Line, 'description' | 'url'>): string => description || url;

export const WebhookBadge = ({ webhook: { state, failures } }: { readonly webhook: Line }) => {
  const { t } = useTranslation();
  if (state === 'DISABLED') return <Badge tone="bad">{t('webhooks.state.DISABLED')}</Badge>;
  if (failures > 0) return <Badge tone="warn">{t('webhooks.state.failing')}</Badge>;
  return <Badge tone="good">{t('webhooks.state.ENABLED')}</Badge>;
};

/** Says why a webhook gets nothing, with the button that changes it. */
export const DisabledBanner = ({
  webhook,
  isNamed = false,
}: {
  readonly webhook: Line;
  readonly isNamed?: boolean;
}) => {
  const { t, format } = useTranslation();
  const [isEnabling, setIsEnabling] = useState(false);
  const { disabledReason: reason, disabledAt } = webhook;
  if (reason == null) return null;
  const title = isNamed ? t('webhooks.disabled.of', { name: nameOf(webhook) }) : t('webhooks.disabled.title');
  return (
    <>
      <Banner
        kind={reason === 'MANUAL' ? 'warn' : 'bad'}
        title={title}
        action={
          <Button size="small" onPress={() => setIsEnabling(true)}>
            {t('webhooks.enable')}
          </Button>
        }
      >
        {t(`webhooks.disabled.${reason}`, { at: disabledAt ? format.dateTime(disabledAt) : '–' })}
      </Banner>
      {isEnabling && <EnableDialog webhook={webhook} onClose={() => setIsEnabling(false)} />}
    </>
  );
};

const EnableDialog = ({ webhook, onClose }: { readonly webhook: Line; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [enable] = useAction(WebhookEnableDocument, { quiet: true });
  const form = useForm({
    initial: { skipMissed: false },
    save: ({ skipMissed }) => enable({ id: webhook.id, skipMissed }),
    onSaved: () => {
      showToast({ kind: 'good', text: t('webhooks.enabled') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('webhooks.enable.title')}
      confirm={t('webhooks.enable')}
      size="small"
      onClose={onClose}
    >
      <p className="dialog-text">{t('webhooks.enable.text')}</p>
      <CheckboxField
        isSelected={form.values.skipMissed}
        onChange={(skipMissed) => form.change({ skipMissed })}
        hint={t('webhooks.enable.skip.hint')}
      >
        {t('webhooks.enable.skip')}
      </CheckboxField>
    </FormDialog>
  );
};
