import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { Dialog } from './dialog.js';
import { type Form, FormProblem } from './form.js';

/** A form in a dialog. Closing it discards the values. */
export const FormDialog = <Values,>({
  form,
  title,
  confirm,
  isIncomplete = false,
  size = 'medium',
  onClose,
  children,
}: {
  readonly form: Form<Values>;
  readonly title: string;
  /** The label of the button, if it is not "Save". */
  readonly confirm?: string;
  readonly isIncomplete?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      size={size}
      isOpen
      onClose={onClose}
      confirm={{
        name: confirm ?? t('action.save'),
        onPress: () => form.submit(),
        isPending: form.isBusy,
        isDisabled: isIncomplete,
      }}
    >
      <FormProblem form={form} />
      {children}
    </Dialog>
  );
};
