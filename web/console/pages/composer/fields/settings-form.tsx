import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import type { Translate } from '../../../i18n/catalogue/index.js';
import type { Formats } from '../../../i18n/formats.js';
import { useTranslation } from '../../../i18n/i18n.js';
import type { Provider } from '../limits.js';
import { SECTIONS, SETTING_LIST, type Section, type SettingName } from './field-list.js';
import { isSettingValid } from './field-values.js';
import { type Edited, SettingField } from './setting-field.js';
import { summaryOf } from './summary.js';

/** The settings of a message in sections, closed until they are wanted. */
export const SettingsForm = ({
  edited,
  onChange,
  providers,
  problems = [],
}: {
  readonly edited: Edited;
  readonly onChange: (edited: Edited) => void;
  /** The providers that the message is for, to say which of them ignore a setting. */
  readonly providers: readonly Provider[];
  /** The rules of the service that the message breaks. */
  readonly problems?: readonly Problem[];
}) => (
  <div className="setting-sections">
    {SECTIONS.map((section) => (
      <SettingSection
        key={section}
        section={section}
        edited={edited}
        onChange={onChange}
        providers={providers}
        problems={problems}
      />
    ))}
  </div>
);

const SettingSection = ({
  section,
  edited,
  onChange,
  providers,
  problems,
}: {
  readonly section: Section;
  readonly edited: Edited;
  readonly onChange: (edited: Edited) => void;
  readonly providers: readonly Provider[];
  readonly problems: readonly Problem[];
}) => {
  const words = useTranslation();
  const { t, format } = words;
  const [isOpen, setIsOpen] = useState(false);
  const shown = SETTING_LIST.filter((setting) => setting.section === section);
  const names = shown.map(({ name }) => name);
  const summary = summaryOf(names, edited.settings, words);
  const isWrong = names.some((name) => !isSettingValid(name, edited.settings));
  return (
    <Disclosure className="setting-section" isExpanded={isOpen} onExpandedChange={setIsOpen}>
      <Heading level={3}>
        <AriaButton slot="trigger" className="setting-section-head">
          <span className="setting-section-name">{t(`section.${section}`)}</span>
          {summary !== '' && (
            <span className="setting-section-summary" data-bad={isWrong || undefined}>
              {summary}
            </span>
          )}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        {isOpen && (
          <div className="stack setting-section-body">
            {shown.map(({ name, carriedBy }) => (
              <SettingField
                key={name}
                name={name}
                edited={edited}
                onChange={onChange}
                note={platformNote(carriedBy, providers, { t, format })}
                problem={problemOf(name, problems)}
              />
            ))}
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
};

interface Problem {
  readonly field?: readonly string[] | null;
  readonly message: string;
}

/** What the service says about a setting. Its own words name the place, such as a key of the JSON. */
const problemOf = (name: SettingName, problems: readonly Problem[]): string | null =>
  problems.find(({ field }) => field?.includes(name))?.message ?? null;

/** Says which of the platforms carry a setting. Null if all of them do. */
export const platformNote = (
  carriedBy: readonly Provider[],
  providers: readonly Provider[],
  { t, format }: { readonly t: Translate; readonly format: Formats },
): string | null => {
  const carrying = providers.filter((provider) => carriedBy.includes(provider));
  if (carrying.length === providers.length) return null;
  if (carrying.length === 0) return t('settings.ignoredByAll');
  return t('settings.only', { platforms: format.list(carrying.map((provider) => t(`platform.${provider}`))) });
};
