import { Link } from 'wouter';
import {
  type PreferenceChoice,
  type PreferenceLineFragment,
  type PreferencesInput,
  PreferencesUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useLanguage, useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { SwitchField } from '../../ui/fields.js';
import { Card } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { textInLanguage } from '../categories/texts.js';

/** Which categories of messages a user wants, or a device without a user. */
export const PreferencesCard = ({
  preferences,
  subject,
  lead,
  onChanged,
}: {
  /** Every category, and one entry without a category for all marketing. */
  readonly preferences: readonly PreferenceLineFragment[];
  readonly subject: Pick<PreferencesInput, 'externalUserId' | 'deviceId'>;
  readonly lead: string;
  /** Reads the preferences again. */
  readonly onChanged: () => void;
}) => {
  const { t, format } = useTranslation();
  const language = useLanguage();
  const mayWrite = useMay('write');
  const [update, isBusy] = useAction(PreferencesUpdateDocument);
  const nameOf = ({ category }: PreferenceLineFragment): string =>
    category ? textInLanguage(category.names, language) || category.key : t('preferences.allMarketing');
  const choose = async ({ category }: PreferenceLineFragment, choice: PreferenceChoice) => {
    const about = category ? { categoryId: category.id } : { allMarketing: true };
    const answer = await update({ input: { ...subject, choices: [{ ...about, choice }] } });
    if (answer.ok) onChanged();
  };
  const isAllOff = preferences.some(({ category, choice }) => !category && choice === 'OFF');
  return (
    <Card title={t('preferences.preferences')} lead={lead} isFlush>
      {preferences.length > 0 && (
        <Table
          label={t('preferences.preferences')}
          rows={preferences}
          keyOf={({ category }) => category?.id ?? 'all'}
          columns={[
            {
              name: t('categories.category'),
              cell: (line) => (
                <div className="cell-main">
                  <span className="cell-name">{nameOf(line)}</span>
                  <span className="cell-about">
                    {line.category && t(`categories.kind.${line.category.kind}`)}
                    {isAllOff && line.category?.kind === 'MARKETING' && ` · ${t('preferences.allOff')}`}
                  </span>
                </div>
              ),
            },
            {
              name: t('preferences.wanted'),
              cell: (line) =>
                line.category?.kind === 'TRANSACTIONAL' ? (
                  t('categories.always')
                ) : (
                  <SwitchField
                    isSelected={line.choice === 'ON'}
                    onChange={(isOn) => void choose(line, isOn ? 'ON' : 'OFF')}
                    isDisabled={!mayWrite || isBusy}
                  >
                    {t(`preferences.${line.choice}`)} <span className="visually-hidden">{nameOf(line)}</span>
                  </SwitchField>
                ),
            },
            {
              name: t('preferences.chosen'),
              isMinor: true,
              cell: ({ changedAt, source }) =>
                changedAt && source
                  ? t(`preferences.by.${source}`, { at: format.dateTime(changedAt) })
                  : t('preferences.default'),
            },
          ]}
        />
      )}
      {preferences.every(({ category }) => !category) && (
        <p className="list-row quiet">
          {t('preferences.none.text')} <Link href="/categories">{t('nav.categories')}</Link>
        </p>
      )}
    </Card>
  );
};
