import { useState } from 'react';
import { Link } from 'wouter';
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

/** One banner for all webhooks that were disabled; a single one can be enabled from it. */
export const DisabledBanners = ({ webhooks }: { readonly webhooks: readonly Line[] }) => {
  const { t } = useTranslation();
  const whyOf = useWhy();
  const [first, ...others] = webhooks;
  if (first === undefined) return null;
  if (others.length === 0) return <DisabledBanner webhook={first} isNamed />;
  return (
    <Banner kind="bad" title={t('webhooks.disabled.several', { count: webhooks.length })}>
      <ul className="banner-list">
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <Link href={`/settings/webhooks/${webhook.id}`} className="cell-name">
              {nameOf(webhook)}
            </Link>{' '}
            {whyOf(webhook)}
          </li>
        ))}
      </ul>
    </Banner>
  );
};

const useWhy = () => {
  const { t, format } = useTranslation();
  return ({ disabledReason: reason, disabledAt }: Line): string =>
    reason == null ? '' : t(`webhooks.disabled.${reason}`, { at: disabledAt ? format.dateTime(disabledAt) : '–' });
};

/** Says why a webhook gets nothing, with the button that changes it. */
export const DisabledBanner = ({
  webhook,
  isNamed = false,
}: {
  readonly webhook: Line;
  readonly isNamed?: boolean;
}) => {
  const { t } = useTranslation();
  const whyOf = useWhy();
  const [isEnabling, setIsEnabling] = useState(false);
  const { disabledReason: reason } = webhook;
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
        {whyOf(webhook)}
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
