import { Apple, Bell, Globe, Smartphone } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { AppCreateDocument, type AppProviderInput, type PushProvider } from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { Banner, Card, PageHeader } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { CredentialFields } from './credential-fields.js';
import { areComplete, type CredentialValues, toCredentials } from './credentials.js';

const ICONS = { PROVIDER_A: Smartphone, PROVIDER_C: Apple, WEBPUSH: Globe, PROVIDER_B: Bell } as const;
const PROVIDERS = ['WEBPUSH', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_B'] as const;

/** From nothing to an application that can be sent to: whose devices, its name, what its provider wants. */
const NewAppPage = () => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const mayWrite = useMay('write');
  const [provider, setProvider] = useState<PushProvider>('WEBPUSH');
  const [name, setName] = useState('');
  const [link, setLink] = useState('');
  const [values, setValues] = useState<CredentialValues>({});
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [create, isBusy] = useAction(AppCreateDocument, { quiet: true });
  const errorOf = (field: string) => errors.find((error) => error.field?.includes(field))?.message ?? null;
  const others = errors.filter(({ field }) => !['name', 'link'].includes(field?.at(-1) ?? '') || !field);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await create({
      input: { name, provider: toProvider(provider, values), ...(link.trim() === '' ? {} : { link: link.trim() }) },
      key: newKey(),
    });
    if (!answer.ok) return setErrors(answer.errors);
    navigate(`/apps/${answer.data.app?.id}?new=yes`);
  };
  return (
    <>
      <PageHeader title={t('apps.new')} lead={t('apps.new.lead')} parent={{ href: '/apps', name: t('nav.apps') }} />
      {!mayWrite && <Banner kind="warn">{t('role.lacks.write')}</Banner>}
      <form className="stack" onSubmit={(event) => void submit(event)}>
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
              setValues({});
              setErrors([]);
            }}
          />
        </Card>
        <Card title={t('apps.step.name')}>
          <div className="form form-columns">
            <TextField
              label={t('apps.name')}
              hint={t('apps.name.hint')}
              value={name}
              onChange={setName}
              error={errorOf('name')}
              isRequired
            />
            <TextField
              label={t('apps.link')}
              hint={t('apps.link.hint')}
              type="url"
              value={link}
              onChange={setLink}
              error={errorOf('link')}
              placeholder="https://"
            />
          </div>
        </Card>
        <Card title={t('apps.step.credentials')}>
          <CredentialFields provider={provider} values={values} onChange={setValues} errorOf={errorOf} />
        </Card>
        {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
        <div className="row form-end">
          <LinkButton href="/apps">{t('action.cancel')}</LinkButton>
          <Button
            type="submit"
            variant="primary"
            isPending={isBusy}
            isDisabled={!mayWrite || name.trim() === '' || !areComplete(provider, values)}
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
