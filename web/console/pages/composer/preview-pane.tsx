import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { ChoiceField } from '../../ui/fields.js';
import { Banner } from '../../ui/page.js';
import { ExactBytes, type ExactPreview, type Person, withRendered } from './exact-preview.js';
import type { Settings } from './fields/field-values.js';
import type { Provider } from './limits.js';
import { hasTemplates } from './personal/template-text.js';
import { Preview } from './preview.js';
import { PreviewPerson } from './preview-person.js';
import type { MessageText } from './state.js';

/** The message as devices show it, or as providers receive it. */
export const PreviewPane = ({
  text,
  settings,
  app,
  exact,
  providers,
  person,
  onPerson,
}: {
  readonly text: MessageText;
  /** The person or device whose values the preview shows. */
  readonly person: Person | null;
  readonly onPerson: (person: Person | null) => void;
  readonly settings: Settings;
  readonly app: string | undefined;
  readonly exact: ExactPreview;
  readonly providers: readonly Provider[];
}) => {
  const { t } = useTranslation();
  const [view, setView] = useState<'devices' | 'bytes'>('devices');
  const isPersonal = hasTemplates({ texts: [text] });
  const shown = isPersonal && exact.rendered ? withRendered(text, exact.rendered) : text;
  const hasNoDevice = person !== null && exact.problems.some(({ field }) => field?.includes('externalUserId'));
  const isUnsent = person !== null && exact.previews.some(isDropped);
  return (
    <>
      {(isPersonal || person !== null) && <PreviewPerson person={person} onChange={onPerson} />}
      {hasNoDevice && <Banner kind="warn">{t('person.noDevice')}</Banner>}
      {isUnsent && <Banner kind="warn">{t('bytes.warning.NOT_RENDERED')}</Banner>}
      <ChoiceField
        label={t('preview.view')}
        isLabelHidden
        look="segments"
        value={view}
        onChange={setView}
        choices={[
          { id: 'devices', name: t('preview.devices') },
          { id: 'bytes', name: t('preview.bytes') },
        ]}
      />
      {view === 'devices' ? (
        <>
          <Preview text={shown} settings={settings} app={app} />
          <p className="field-hint">{t(isPersonal && person === null ? 'person.fallbacks' : 'preview.hint')}</p>
        </>
      ) : (
        <ExactBytes exact={exact} providers={providers} />
      )}
    </>
  );
};

const isDropped = ({ warnings }: ExactPreview['previews'][number]): boolean =>
  warnings.some(({ code }) => code === 'NOT_RENDERED');
