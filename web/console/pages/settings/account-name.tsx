import { AccountRenameDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { loadSession, useMember } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useForm } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

/** Lets an admin name the account. Invitations show this name. */
export const AccountName = () => {
  const { t } = useTranslation();
  const { accountName } = useMember();
  const [rename] = useAction(AccountRenameDocument, { quiet: true });
  const form = useForm({
    initial: { name: accountName ?? '' },
    save: rename,
    onSaved: async ({ user }) => {
      await loadSession();
      showToast({ kind: 'good', text: t('settings.accountName.saved', { name: user?.name ?? '' }) });
    },
  });
  const name = form.values.name.trim();
  return (
    <Card title={t('settings.accountName.change')} lead={t('settings.accountName.lead')}>
      <form className="form form-narrow" onSubmit={form.submit}>
        <TextField
          label={t('settings.accountName.change')}
          {...form.text('name')}
          error={form.problem}
          autoComplete="organization"
          isRequired
        />
        <div className="row">
          <Button type="submit" isPending={form.isBusy} isDisabled={name === '' || name === accountName}>
            {t('settings.accountName.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
