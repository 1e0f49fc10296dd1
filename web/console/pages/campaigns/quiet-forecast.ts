import {
  AccountCapsDocument,
  InheritedQuietHoursDocument,
  type InheritedQuietHoursQuery,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import type { AudienceChoice } from '../composer/state.js';
import { type QuietFields, toQuietFields } from '../settings/quiet-fields.js';
import { useQuietWords } from '../settings/quiet-hours.js';

/** The choice of applications of an audience. */
type AppChoice = Pick<AudienceChoice, 'allApps' | 'appIds' | 'groupIds' | 'exceptAppIds' | 'exceptGroupIds'>;

type QuietApp = InheritedQuietHoursQuery['apps']['nodes'][number];

interface Quieted {
  /** The quiet hours of the campaign. */
  readonly own: QuietFields;
  /** The kinds of the categories of its messages. */
  readonly kinds: readonly (string | undefined)[];
  readonly audience: AppChoice;
}

/** Says the quiet hours that apply to the messages of a campaign: its own, or else those of applications and account. */
export const useQuietForecast = ({ own, kinds, audience }: Quieted): readonly string[] => {
  const { t, format } = useTranslation();
  const words = useQuietWords();
  const isInherited = own.mode === 'NONE';
  const ofAccount = toQuietFields(usePageQuery(AccountCapsDocument, {}).data?.viewer.user.quietHours ?? null);
  const { data } = usePageQuery(InheritedQuietHoursDocument, {}, { pause: !isInherited });
  if (own.mode === 'OFF' || kinds.every((kind) => kind === 'TRANSACTIONAL')) return [];
  if (!isInherited) return [t('forecast.quiet.campaign', { hours: words(own, 'campaign') })];
  const hasAccount = ofAccount.mode === 'OWN';
  const apps = data?.apps.nodes.filter((app) => isChosen(audience, app)) ?? [];
  const inheriting = apps.filter(({ quietHours }) => !quietHours);
  const lines =
    hasAccount && (inheriting.length > 0 || apps.length === 0)
      ? [t('forecast.quiet.account', { hours: words(ofAccount, 'account') })]
      : [];
  const namesByHours = new Map<string, string[]>();
  for (const { name, quietHours } of apps) {
    const fields = toQuietFields(quietHours ?? null);
    if (fields.mode === 'NONE' || (fields.mode === 'OFF' && !hasAccount)) continue;
    const hours = fields.mode === 'OFF' ? NO_HOURS : words(fields, 'app');
    namesByHours.set(hours, [...(namesByHours.get(hours) ?? []), name]);
  }
  for (const [hours, names] of namesByHours) {
    const key = hours === NO_HOURS ? 'forecast.quiet.appsOff' : 'forecast.quiet.apps';
    lines.push(t(key, { apps: format.list(names), hours, count: names.length }));
  }
  return lines;
};

const NO_HOURS = '';

const isChosen = (
  { allApps, appIds, groupIds, exceptAppIds, exceptGroupIds }: AppChoice,
  { id, groups }: Pick<QuietApp, 'id' | 'groups'>,
): boolean => {
  const isIn = (ids: readonly string[], inGroups: readonly string[]): boolean =>
    ids.includes(id) || groups.some((group) => inGroups.includes(group.id));
  return (allApps || isIn(appIds, groupIds)) && !isIn(exceptAppIds, exceptGroupIds);
};
