import { Braces } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/i18n.js';
import { Button } from '../../../ui/button.js';
import type { TemplateValue } from './expressions.js';

/** The form is loaded when it is first opened. */
const InsertValueDialog = lazy(() => import('./insert-value-dialog.js'));

export const InsertValueButton = ({
  field,
  values,
  language,
  onInsert,
}: {
  /** The label of the field that gets the value. */
  readonly field: string;
  readonly values: readonly TemplateValue[];
  readonly language: string | null;
  readonly onInsert: (text: string) => void;
}) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Braces}
        aria-label={`${t('insert.open')}: ${field}`}
        onPress={() => setIsOpen(true)}
      >
        {t('insert.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InsertValueDialog values={values} language={language} onInsert={onInsert} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
