import { useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import {
  type ComposerAppsQuery,
  ComposerFiltersDocument,
  ComposerTagsDocument,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useWords } from '../../i18n/i18n.js';
import { LinkButton } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { COUNTRY_CODES, LANGUAGE_CODES } from './languages.js';
import { type Reach, ReachCard } from './reach.js';
import type { AudienceChoice, ComposerState } from './state.js';

/** Whom it reaches. */
export const AudienceStep = ({
  state,
  onChange,
  apps,
  reach,
}: {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly apps: ComposerAppsQuery | undefined;
  readonly reach: Reach;
}) => {
  const { t, format } = useWords();
  const nameOfEvent = useEventName();
  const { audience, when } = state;
  const { data: filters } = usePageQuery(ComposerFiltersDocument, {});
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data: tags } = usePageQuery(ComposerTagsDocument, { search });
  const set = (change: Partial<AudienceChoice>) => onChange({ ...state, audience: { ...audience, ...change } });
  const countries = useMemo(() => COUNTRY_CODES.map((id) => ({ id, name: format.country(id), about: id })), [format]);
  const languages = useMemo(() => LANGUAGE_CODES.map((id) => ({ id, name: format.language(id), about: id })), [format]);
  const appOptions =
    apps?.apps.nodes.map(({ id, name, pushProvider }) => ({ id, name, about: t(`provider.${pushProvider}`) })) ?? [];
  const tagOptions = tags?.tags.nodes.map(({ name }) => ({ id: name, name })) ?? [];
  const eventOptions =
    filters?.customEvents.nodes.map((event) => ({ id: event.code, name: nameOfEvent(event), about: event.code })) ?? [];
  const hasExclusions = [
    audience.exceptAppIds,
    audience.exceptGroupIds,
    audience.exceptCountries,
    audience.exceptLanguages,
    audience.exceptTags,
    audience.exceptTagGroupIds,
    audience.exceptEvents,
  ].some(({ length }) => length > 0);
  return (
    <div className="composer-columns">
      <div className="stack">
        <Card title={t('filter.apps')} lead={t('composer.appsLead')}>
          <div className="stack">
            {apps?.apps.nodes.length === 0 && (
              <Banner
                kind="warn"
                title={t('composer.noApps')}
                action={
                  <LinkButton href="/apps/new" size="small">
                    {t('overview.first.appAction')}
                  </LinkButton>
                }
              />
            )}
            <ChoiceField
              label={t('filter.apps')}
              isLabelHidden
              look="segments"
              value={audience.allApps ? 'all' : 'some'}
              onChange={(id) => set({ allApps: id === 'all' })}
              choices={[
                { id: 'all', name: t('composer.allApps') },
                { id: 'some', name: t('composer.someApps') },
              ]}
            />
            {!audience.allApps && (
              <>
                <ChipsField
                  label={t('filter.apps')}
                  options={appOptions}
                  value={audience.appIds}
                  onChange={(appIds) => set({ appIds })}
                  placeholder={t('composer.choose')}
                />
                {(apps?.appGroups.nodes.length ?? 0) > 0 && (
                  <ChipsField
                    label={t('filter.appGroups')}
                    options={apps?.appGroups.nodes ?? []}
                    value={audience.groupIds}
                    onChange={(groupIds) => set({ groupIds })}
                    placeholder={t('composer.choose')}
                  />
                )}
              </>
            )}
          </div>
        </Card>
        <Card title={t('composer.filters')} lead={t('composer.filtersLead')}>
          <div className="filter-grid">
            <ChipsField
              label={t('filter.countries')}
              options={countries}
              value={audience.countries}
              onChange={(next) => set({ countries: next })}
              placeholder={t('composer.any')}
            />
            <ChipsField
              label={t('filter.languages')}
              options={languages}
              value={audience.languages}
              onChange={(next) => set({ languages: next })}
              placeholder={t('composer.any')}
              takesOthers
            />
            <ChipsField
              label={t('filter.tags')}
              options={tagOptions}
              value={audience.tags}
              onChange={(next) => set({ tags: next })}
              onSearch={setTyped}
              placeholder={t('composer.any')}
              takesOthers
            />
            <ChipsField
              label={t('filter.tagGroups')}
              options={filters?.tagGroups.nodes ?? []}
              value={audience.tagGroupIds}
              onChange={(next) => set({ tagGroupIds: next })}
              placeholder={t('composer.any')}
            />
            {when.kind !== 'AFTER_EVENT' && (
              <ChipsField
                label={t('filter.events')}
                options={eventOptions}
                value={audience.events}
                onChange={(next) => set({ events: next })}
                placeholder={t('composer.any')}
              />
            )}
          </div>
          <Disclosure className="disclosure" defaultExpanded={hasExclusions}>
            <Heading level={3}>
              <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
                {t('composer.exclusions')}
              </AriaButton>
            </Heading>
            <DisclosurePanel>
              <div className="filter-grid disclosure-panel">
                <ChipsField
                  label={t('filter.exceptApps')}
                  options={appOptions}
                  value={audience.exceptAppIds}
                  onChange={(next) => set({ exceptAppIds: next })}
                />
                <ChipsField
                  label={t('filter.exceptAppGroups')}
                  options={apps?.appGroups.nodes ?? []}
                  value={audience.exceptGroupIds}
                  onChange={(next) => set({ exceptGroupIds: next })}
                />
                <ChipsField
                  label={t('filter.exceptCountries')}
                  options={countries}
                  value={audience.exceptCountries}
                  onChange={(next) => set({ exceptCountries: next })}
                  isDisabled={audience.countries.length > 0}
                />
                <ChipsField
                  label={t('filter.exceptLanguages')}
                  options={languages}
                  value={audience.exceptLanguages}
                  onChange={(next) => set({ exceptLanguages: next })}
                  isDisabled={audience.languages.length > 0}
                  takesOthers
                />
                <ChipsField
                  label={t('filter.exceptTags')}
                  options={tagOptions}
                  value={audience.exceptTags}
                  onChange={(next) => set({ exceptTags: next })}
                  onSearch={setTyped}
                  takesOthers
                />
                <ChipsField
                  label={t('filter.exceptTagGroups')}
                  options={filters?.tagGroups.nodes ?? []}
                  value={audience.exceptTagGroupIds}
                  onChange={(next) => set({ exceptTagGroupIds: next })}
                />
                <ChipsField
                  label={t('filter.exceptEvents')}
                  options={eventOptions}
                  value={audience.exceptEvents}
                  onChange={(next) => set({ exceptEvents: next })}
                />
              </div>
            </DisclosurePanel>
          </Disclosure>
          {(when.kind === 'NOW' || when.kind === 'ONCE') && (
            <UserIds value={audience.externalIds} onChange={(externalIds) => set({ externalIds })} />
          )}
        </Card>
      </div>
      <aside className="composer-aside" aria-label={t('reach.title')}>
        <ReachCard reach={reach} />
      </aside>
    </div>
  );
};

const UserIds = ({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) => {
  const { t } = useWords();
  const [text, setText] = useState(value.join('\n'));
  const type = (next: string) => {
    setText(next);
    onChange([...new Set(next.split(/[\n,;]+/).map((id) => id.trim()))].filter((id) => id !== ''));
  };
  return (
    <Disclosure className="disclosure" defaultExpanded={value.length > 0}>
      <Heading level={3}>
        <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
          {t('composer.users')}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="disclosure-panel">
          <TextField
            label={t('composer.userIds')}
            value={text}
            onChange={type}
            rows={4}
            hint={t('composer.userIdsHint')}
            isMonospace
          />
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
};
