import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { Dialog } from '../../ui/dialog.js';
import { Banner } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import type { Message } from './state.js';
import { isTooLongWithUtm, isWebAddress, NO_UTM, readUtm, UTM_FIELDS, withUtm } from './utm.js';

export interface MessageDialogProps {
  readonly message: Message;
  readonly onChange: (message: Message) => void;
  readonly onClose: () => void;
}

/** Writes UTM parameters into the web links of all translations. */
export const UtmDialog = ({ message, onChange, onClose }: MessageDialogProps) => {
  const { t } = useTranslation();
  const links = message.texts.map(({ link }) => link).filter(isWebAddress);
  const [first] = links;
  const [utm, setUtm] = useState(() => (first === undefined ? NO_UTM : readUtm(first)));
  const texts = message.texts.map((text) => ({ ...text, link: withUtm(text.link, utm) }));
  const isTooLong = links.some((link) => isTooLongWithUtm(link, utm));
  const apply = () => {
    onChange({ ...message, texts });
    showToast({ kind: 'good', text: t('utm.applied', { count: links.length }) });
    onClose();
  };
  return (
    <Dialog
      title={t('utm.title')}
      isOpen
      onClose={onClose}
      confirm={{ name: t('utm.apply'), onPress: apply, isDisabled: first === undefined || isTooLong }}
    >
      <div className="stack">
        {first === undefined ? (
          <Banner kind="warn">{t('utm.noLinks')}</Banner>
        ) : (
          <p className="dialog-text">{t('utm.text')}</p>
        )}
        {UTM_FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(`utm.${field}`)}
            value={utm[field]}
            onChange={(value) => setUtm({ ...utm, [field]: value })}
            hint={t(`utm.${field}Hint`)}
          />
        ))}
        {first !== undefined && (
          <p className="field-hint image-name" title={withUtm(first, utm)}>
            {withUtm(first, utm)}
          </p>
        )}
        {isTooLong && <Banner kind="bad">{t('utm.tooLong')}</Banner>}
      </div>
    </Dialog>
  );
};
