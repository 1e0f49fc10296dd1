import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { PushProvider } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { FileField } from '../../ui/file-field.js';
import { TextField } from '../../ui/text-field.js';
import { type CredentialField, type CredentialValues, readServiceAccount, SET_UPS } from './credentials.js';

/** The credentials of a provider, with a guide to finding them. */
export const CredentialFields = ({
  provider,
  values,
  onChange,
  errorOf,
}: {
  readonly provider: PushProvider;
  readonly values: CredentialValues;
  readonly onChange: (values: CredentialValues) => void;
  readonly errorOf: (field: string) => string | null;
}) => {
  const { t } = useTranslation();
  if (provider === 'WEBPUSH') return <p className="quiet">{t('apps.guide.web')}</p>;
  return (
    <div className="set-up">
      <Guide provider={provider} />
      <div className="form">
        {provider === 'PROVIDER_A' ? (
          <ServiceAccountField values={values} onChange={onChange} error={errorOf('providerA')} />
        ) : (
          SET_UPS[provider].fields.map((field) => (
            <OneField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(value) => onChange({ ...values, [field.name]: value })}
              error={errorOf(field.name)}
            />
          ))
        )}
      </div>
    </div>
  );
};

const Guide = ({ provider }: { readonly provider: PushProvider }) => {
  const { t } = useTranslation();
  const { steps, console } = SET_UPS[provider];
  return (
    <div className="guide">
      <h3 className="guide-title">{t('apps.guide.title')}</h3>
      <ol className="guide-steps">
        {steps.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
      {console !== undefined && (
        <a href={console} target="_blank" rel="noreferrer" className="row">
          {t('apps.guide.open', { site: new URL(console).host })}
          <ExternalLink size={14} aria-hidden />
        </a>
      )}
    </div>
  );
};

const ServiceAccountField = ({
  values,
  onChange,
  error,
}: {
  readonly values: CredentialValues;
  readonly onChange: (values: CredentialValues) => void;
  readonly error: string | null;
}) => {
  const { t } = useTranslation();
  const [isOther, setIsOther] = useState(false);
  const [text, setText] = useState('');
  const take = (content: string) => {
    const read = readServiceAccount(content);
    setIsOther(read === null && content.trim() !== '');
    onChange(read ?? {});
  };
  return (
    <>
      <FileField
        label={t('apps.field.serviceAccount')}
        hint={t('apps.field.serviceAccount.hint')}
        accept={['.json', 'application/json']}
        chosen={
          values.privateKey === undefined
            ? null
            : t('apps.field.serviceAccount.of', { project: values.projectId ?? '' })
        }
        error={isOther ? t('apps.field.serviceAccount.other') : error}
        onFile={(file) => void file.text().then(take)}
      />
      <TextField
        label={t('apps.field.paste')}
        value={text}
        onChange={(next) => {
          setText(next);
          take(next);
        }}
        rows={3}
        placeholder={'{ "type": "service_account", … }'}
        isMonospace
      />
    </>
  );
};

const OneField = ({
  field: { label, hint, placeholder, file },
  value,
  onChange,
  error,
}: {
  readonly field: CredentialField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}) => {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const words = hint === undefined ? {} : { hint: t(hint) };
  if (file === undefined) {
    return (
      <TextField
        label={t(label)}
        {...words}
        value={value}
        onChange={onChange}
        error={error}
        isRequired
        isMonospace
        autoComplete="off"
        placeholder={placeholder ?? ''}
      />
    );
  }
  const take = async (chosen: File) => {
    setName(chosen.name);
    onChange(await chosen.text());
  };
  return (
    <>
      <FileField
        label={t(label)}
        {...words}
        accept={[file]}
        chosen={name}
        error={error}
        onFile={(chosen) => void take(chosen)}
      />
      <TextField
        label={t('apps.field.paste')}
        value={value}
        onChange={onChange}
        rows={3}
        placeholder="-----BEGIN PRIVATE KEY-----"
        isMonospace
      />
    </>
  );
};
