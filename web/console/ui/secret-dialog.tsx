import { useTranslation } from '../i18n/i18n.js';
import { Button } from './button.js';
import { CodeBlock } from './code-block.js';
import { Dialog } from './dialog.js';
import { SelectField } from './fields.js';
import { Banner } from './page.js';

/** Shows a secret once. It closes only when the user confirms having saved it. */
export const SecretDialog = ({
  title,
  text,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  /** Null closes the dialog. */
  readonly secret: string | null;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      isOpen={secret !== null}
      onClose={onClose}
      isSticky
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('secret.stored')}
        </Button>
      }
    >
      <Banner kind="warn">{text}</Banner>
      <CodeBlock label={title} code={secret ?? ''} />
    </Dialog>
  );
};

const OVERLAPS = ['0', '1h', '1d', '7d'] as const;
/** How long the old secret stays valid. */
export type Overlap = (typeof OVERLAPS)[number];

export const toOverlap = (overlap: Overlap): string | null => (overlap === '0' ? null : overlap);

export const OverlapField = ({
  value,
  onChange,
}: {
  readonly value: Overlap;
  readonly onChange: (value: Overlap) => void;
}) => {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('secret.overlap')}
      value={value}
      options={OVERLAPS.map((id) => ({ id, name: t(`secret.overlap.${id}`) }))}
      onChange={onChange}
    />
  );
};
