import { Apple, Bell, Globe, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { AppCreateDocument, type AppProviderInput, type PushProvider } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Banner, Card, PageHeader } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { CredentialFields } from './credential-fields.js';
import { areComplete, type CredentialValues, toCredentials } from './credentials.js';

const ICONS = { PROVIDER_A: Smartphone, PROVIDER_C: Apple, WEBPUSH: Globe, PROVIDER_B: Bell } as const;
const PROVIDERS = ['WEBPUSH', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_B'] as const;

const NewAppPage = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayWrite = useMay('write');
  const [provider, setProvider] = useState<PushProvider>('WEBPUSH');
  const [credentials, setCredentials] = useState<CredentialValues>({});
  const [create] = useAction(AppCreateDocument, { quiet: true });
  const form = useForm({
    initial: { name: '', link: '' },
    fields: ['name', 'link'],
    save: ({ name, link }) => {
      const input = { name, provider: toProvider(provider, credentials), ...(link.trim() && { link: link.trim() }) };
      return create({ input, key: newKey() });
    },
    onSaved: ({ app }) => navigate(`/apps/${app?.id}?new=yes`),
  });
  return (
    <>
      <PageHeader title={t('apps.new')} lead={t('apps.new.lead')} parent={{ href: '/apps', name: t('nav.apps') }} />
      {!mayWrite && <Banner kind="warn">{t('role.lacks.write')}</Banner>}
      <form className="stack" onSubmit={form.submit}>
        <Card title={t('apps.step.provider')}>
          <ChoiceField
            label={t('apps.step.provider')}
            isLabelHidden
            value={provider}
            choices={PROVIDERS.map((id) => {
              const Icon = ICONS[id];
              return {
                id,
                name: t(`provider.${id}`),
                about: t(`apps.about.${id}`),
                icon: <Icon size={20} aria-hidden />,
              };
            })}
            onChange={(next) => {
              setProvider(next);
              setCredentials({});
              form.clearErrors();
            }}
          />
        </Card>
        <Card title={t('apps.step.name')}>
          <div className="form form-columns">
            <TextField label={t('apps.name')} hint={t('apps.name.hint')} {...form.text('name')} isRequired />
            <TextField
              label={t('apps.link')}
              hint={t('apps.link.hint')}
              type="url"
              {...form.text('link')}
              placeholder="https://"
            />
          </div>
        </Card>
        <Card title={t('apps.step.credentials')}>
          <CredentialFields provider={provider} values={credentials} onChange={setCredentials} errorOf={form.errorOf} />
        </Card>
        <FormProblem form={form} />
        <div className="row form-end">
          <LinkButton href="/apps">{t('action.cancel')}</LinkButton>
          <Button
            type="submit"
            variant="primary"
            isPending={form.isBusy}
            isDisabled={!mayWrite || form.values.name.trim() === '' || !areComplete(provider, credentials)}
          >
            {t('apps.create')}
          </Button>
        </div>
      </form>
    </>
  );
};

export default NewAppPage;

const toProvider = (provider: PushProvider, values: CredentialValues): AppProviderInput =>
  (toCredentials(provider, values) ?? { webpush: true }) as AppProviderInput;
