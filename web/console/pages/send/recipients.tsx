import { useState } from 'react';
import { ComposerReachDocument, ComposerTagsDocument, type MessageTargetInput } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { LinkButton } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField } from '../../ui/fields.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';

export const USERS_MAX = 10_000;
const KINDS = ['users', 'tag', 'devices'] as const;

/** Whom a message is for. The choices that are not shown keep what was entered. */
export interface Recipients {
  readonly kind: (typeof KINDS)[number];
  readonly userIds: string;
  readonly tag: string;
  readonly deviceIds: readonly string[];
}

export const userIdsOf = ({ userIds }: Recipients): readonly string[] => [
  ...new Set(
    userIds
      .split(/[\n\t,;]+/)
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

/** Null while nobody is chosen, or too many are. */
export const toTarget = (to: Recipients): MessageTargetInput | null => {
  if (to.kind === 'tag') return to.tag === '' ? null : { tag: to.tag };
  if (to.kind === 'devices') return to.deviceIds.length === 0 ? null : { deviceIds: [...to.deviceIds] };
  const externalIds = userIdsOf(to);
  return externalIds.length === 0 || externalIds.length > USERS_MAX ? null : { externalIds: [...externalIds] };
};

/** The devices that users or a tag have now. */
export const useTargetReach = (to: Recipients) => {
  const settled: Recipients = JSON.parse(useDebounced(JSON.stringify(to)));
  const isKnown = settled.kind !== 'devices' && toTarget(settled) !== null;
  const { data, isPrevious } = usePageQuery(
    ComposerReachDocument,
    {
      audience: { apps: { all: true }, ...(settled.kind === 'tag' ? { tags: { include: [settled.tag] } } : {}) },
      externalIds: settled.kind === 'users' ? [...userIdsOf(settled)] : null,
      exact: true,
    },
    { pause: !isKnown },
  );
  return isKnown && !isPrevious ? (data?.audienceEstimate.estimate ?? null) : null;
};

export const RecipientsCard = ({
  to,
  onChange,
}: {
  readonly to: Recipients;
  readonly onChange: (to: Recipients) => void;
}) => {
  const { t, format } = useTranslation();
  const [typed, setTyped] = useState('');
  const { data: tags } = usePageQuery(ComposerTagsDocument, { search: useDebounced(typed.trim()) });
  const isTooMany = userIdsOf(to).length > USERS_MAX;
  return (
    <Card title={t('send.to')}>
      <div className="stack">
        <ChoiceField
          label={t('send.to')}
          isLabelHidden
          look="segments"
          value={to.kind}
          choices={KINDS.map((id) => ({ id, name: t(`send.to.${id}`) }))}
          onChange={(kind) => onChange({ ...to, kind })}
        />
        {to.kind === 'users' && (
          <TextField
            label={t('send.userIds')}
            hint={t('send.userIdsHint')}
            error={isTooMany ? t('send.tooMany', { max: format.number(USERS_MAX) }) : null}
            value={to.userIds}
            onChange={(userIds) => onChange({ ...to, userIds })}
            rows={4}
            isMonospace
          />
        )}
        {to.kind === 'tag' && (
          <ChipsField
            label={t('send.tag')}
            options={tags?.tags.nodes.map(({ name }) => ({ id: name, name })) ?? []}
            onSearch={setTyped}
            value={to.tag === '' ? [] : [to.tag]}
            onChange={([tag = '']) => onChange({ ...to, tag })}
            placeholder={t('composer.choose')}
            isSingle
          />
        )}
        {to.kind === 'devices' && (
          <div className="row">
            <p>
              {to.deviceIds.length === 0 ? t('send.devices.none') : t('send.devices', { count: to.deviceIds.length })}
            </p>
            <LinkButton size="small" href="/devices">
              {t('send.devices.choose')}
            </LinkButton>
          </div>
        )}
      </div>
    </Card>
  );
};
