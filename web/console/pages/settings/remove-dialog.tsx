import { useState } from 'react';
import { MemberKeysDocument, type MemberLineFragment, MemberRemoveDocument } from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckboxField } from '../../ui/fields.js';
import { ErrorNote, Skeleton } from '../../ui/page.js';

/** Enables the button only after the member's keys are shown, because removal also revokes them. */
export const RemoveDialog = ({
  member: { id, name },
  onClose,
}: {
  readonly member: MemberLineFragment;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const { data, error, refresh } = usePageQuery(MemberKeysDocument, { id });
  const [keepKeys, setKeepKeys] = useState(false);
  const [remove, isBusy] = useAction(MemberRemoveDocument);
  const keys = data?.node && 'apiKeys' in data.node ? data.node.apiKeys : null;
  const go = async () => {
    await remove({ id, keepKeys });
    onClose();
  };
  return (
    <Dialog
      title={t('settings.remove.title', { name })}
      size="small"
      role="alertdialog"
      isOpen
      onClose={onClose}
      confirm={{
        name: t('settings.remove'),
        isDangerous: true,
        onPress: () => void go(),
        isPending: isBusy,
        isDisabled: keys === null,
      }}
    >
      <p className="dialog-text">{t('settings.remove.text')}</p>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      {keys === null && !error && <Skeleton lines={2} />}
      {keys?.length === 0 && <p className="dialog-text">{t('settings.remove.noKeys')}</p>}
      {keys && keys.length > 0 && (
        <>
          <p className="dialog-text">{t('settings.remove.keys')}</p>
          <ul className="dialog-text">
            {keys.map((key) => (
              <li key={key.id}>
                {key.name ?? t('settings.keys.nameless')} <code>{key.prefix}…</code>
              </li>
            ))}
          </ul>
          <CheckboxField isSelected={keepKeys} onChange={setKeepKeys} hint={t('settings.remove.keepKeys.hint')}>
            {t('settings.remove.keepKeys')}
          </CheckboxField>
        </>
      )}
    </Dialog>
  );
};
