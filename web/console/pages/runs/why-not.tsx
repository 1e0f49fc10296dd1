import { type FormEvent, useState } from 'react';
import { DevicesOfUserDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { TraceOf } from './trace.js';

/** Finds the devices of a user, and traces why they got no message. */
export const WhyNot = ({ runId }: { readonly runId: string }) => {
  const { t } = useTranslation();
  const {
    filters: { user },
    change,
  } = useListAddress(['user']);
  const [text, setText] = useState(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ user: text.trim() });
  };
  return (
    <div className="stack">
      <form className="row row-end" onSubmit={submit}>
        <div className="grow">
          <TextField
            label={t('runs.why.user')}
            hint={t('runs.why.user.hint')}
            value={text}
            onChange={setText}
            autoComplete="off"
          />
        </div>
        <Button type="submit" isDisabled={text.trim() === ''}>
          {t('runs.why.ask')}
        </Button>
      </form>
      {user !== '' && <DevicesOf key={user} runId={runId} user={user} />}
    </div>
  );
};

const DevicesOf = ({ runId, user }: { readonly runId: string; readonly user: string }) => {
  const { t, format } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, isLoading, refresh } = usePageQuery(DevicesOfUserDocument, { user });
  if (isLoading) return <Skeleton lines={3} />;
  if (error) return <ErrorNote error={error} onRetry={refresh} />;
  const devices = data?.devices.nodes ?? [];
  if (devices.length === 0) return <EmptyState title={t('runs.why.nobody')} text={t('runs.why.nobody.text')} />;
  const deviceId = chosen ?? devices[0]?.id ?? '';
  return (
    <>
      {devices.length > 1 && (
        <ChoiceField
          label={t('runs.why.device')}
          value={deviceId}
          choices={devices.map(({ id, app, platform, lastActiveAt }) => ({
            id,
            name: [app.name, platform].filter(Boolean).join(' · '),
            about: t('devices.heard', { at: format.relative(lastActiveAt) }),
          }))}
          onChange={setChosen}
        />
      )}
      <TraceOf key={deviceId} runId={runId} deviceId={deviceId} />
    </>
  );
};
