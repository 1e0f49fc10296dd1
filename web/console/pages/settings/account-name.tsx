import { type FormEvent, useState } from 'react';
import { AccountRenameDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { loadSession, useMember } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

/** Admins name the account; invitations greet with that name. */
export const AccountName = () => {
  const { t } = useWords();
  const { accountName } = useMember();
  const [name, setName] = useState(accountName ?? '');
  const [error, setError] = useState<string | null>(null);
  const [rename, isBusy] = useAction(AccountRenameDocument, { quiet: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await rename({ name });
    if (!answer.ok) return setError(answer.errors.map(({ message }) => message).join(' '));
    setError(null);
    await loadSession();
    showToast({ kind: 'good', text: t('settings.accountName.saved', { name: answer.data.user?.name ?? name }) });
  };
  return (
    <Card title={t('settings.accountName.change')} lead={t('settings.accountName.lead')}>
      <form className="form form-narrow" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('settings.accountName.change')}
          value={name}
          onChange={setName}
          error={error}
          autoComplete="organization"
          isRequired
        />
        <div className="row">
          <Button type="submit" isPending={isBusy} isDisabled={name.trim() === '' || name.trim() === accountName}>
            {t('settings.accountName.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
