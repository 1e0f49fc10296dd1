import { CircleAlert, CircleCheck, CircleDashed, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  ComposerTestDevicesDocument,
  ComposerTestSendDocument,
  type ComposerTestSendMutation,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { SelectField } from '../../ui/fields.js';
import { Banner, Card, EmptyState } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { type Check, type CheckId, hasMessages, type Place } from './checklist.js';
import { MomentsInWords } from './moments-in-words.js';
import { useCategories } from './personal/category-field.js';
import { PreviewTabs } from './preview.js';
import { type Reach, ReachCard } from './reach.js';
import type { ComposerState, Step } from './state.js';
import { toPushInput } from './to-input.js';

const ICONS = { good: CircleCheck, warn: TriangleAlert, block: CircleAlert, open: CircleDashed } as const;

export const ReviewStep = ({
  state,
  checks,
  reach,
  app,
  onStep,
}: {
  readonly state: ComposerState;
  readonly checks: readonly Check[];
  readonly reach: Reach;
  /** The name that the previews show. */
  readonly app: string | undefined;
  readonly onStep: (step: Step) => void;
}) => {
  const { t } = useTranslation();
  const maySend = useMay('send');
  return (
    <div className="composer-columns">
      <div className="stack">
        <Card title={t('review.checklist')}>
          <Checklist checks={checks} onStep={onStep} />
        </Card>
        <Card title={t('moments.title')}>
          <MomentsInWords state={state} />
        </Card>
        {maySend && <TestSend state={state} />}
      </div>
      <aside className="composer-aside" aria-label={t('preview.label')}>
        <ReachCard reach={reach} />
        {state.messages.map((message, index) => (
          <PreviewTabs key={index} message={message} app={app} />
        ))}
      </aside>
    </div>
  );
};

/** @param onStep goes to the step that fixes a check; without it there are no buttons */
export const Checklist = ({
  checks,
  onStep,
}: {
  readonly checks: readonly Check[];
  readonly onStep?: (step: Step) => void;
}) => {
  const { t, format } = useTranslation();
  const { nameOf } = useCategories();
  const nameOfPlace = ({ language, message }: Place) =>
    message === null
      ? format.language(language)
      : t('composer.inMessage', { language: format.language(language), number: message });
  return (
    <ul className="checklist">
      {checks.map(({ id, result, step, places, settings = [], categoryIds = [], aborted }) => {
        const Icon = ICONS[result];
        const about = format.list([
          ...places.map(nameOfPlace),
          ...settings.map((name) => t(`setting.${name}`)),
          ...categoryIds.map(nameOf),
        ]);
        return (
          <li key={id} data-result={result}>
            <Icon size={18} aria-hidden />
            <span>
              <span className="visually-hidden">{t(`review.result.${result}`)} </span>
              {result === 'open'
                ? t(OPEN[id] ?? 'review.reachUnknown')
                : t(keyOf(id, result), { details: about, ...aborted })}
            </span>
            {onStep && (result === 'warn' || result === 'block') && (
              <Button size="small" onPress={() => onStep(step)}>
                {t('review.mend')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const OPEN: { readonly [Id in CheckId]?: MessageKey } = {
  template: 'check.template.open',
  aborted: 'check.aborted.open',
};

const keyOf = (id: CheckId, result: Check['result']): MessageKey => `check.${id}.${result === 'good' ? 'good' : 'bad'}`;

type Result = NonNullable<ComposerTestSendMutation['pushTest']['result']>;

/** Sends the test in the language of the device. */
const OF_DEVICE = 'device';

/** Sends the current messages to one device, even if they are not saved. */
const TestSend = ({ state }: { readonly state: ComposerState }) => {
  const { t, format } = useTranslation();
  const { inFull } = useReasons();
  const [user, setUser] = useState('');
  const wanted = useDebounced(user.trim());
  const { data } = usePageQuery(ComposerTestDevicesDocument, {
    where: { active: true, ...(wanted === '' ? {} : { externalUserIds: [wanted] }) },
  });
  const [send] = useAction(ComposerTestSendDocument);
  const languages = [...new Set(state.messages.flatMap(({ texts }) => texts.map(({ language }) => language)))];
  const [chosen, setChosen] = useState(OF_DEVICE);
  const language = languages.includes(chosen) ? chosen : null;
  const [busy, setBusy] = useState<string | null>(null);
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const devices = data?.devices.nodes ?? [];
  const test = async (deviceId: string) => {
    setBusy(deviceId);
    for (const message of state.messages) {
      const answer = await send({ message: toPushInput(message), deviceId, language, key: newKey() });
      const result = answer.ok ? answer.data.result : null;
      if (result) setResults((before) => ({ ...before, [deviceId]: result }));
      if (result?.outcome !== 'SENT') break;
    }
    setBusy(null);
  };
  return (
    <Card title={t('test.title')} lead={t('test.lead')}>
      <div className="stack">
        <TextField label={t('test.user')} value={user} onChange={setUser} hint={t('test.userHint')} />
        {languages.length > 1 && (
          <SelectField
            label={t('test.language')}
            value={language ?? OF_DEVICE}
            options={[
              { id: OF_DEVICE, name: t('test.languageOfDevice') },
              ...languages.map((tag) => ({ id: tag, name: format.language(tag) })),
            ]}
            onChange={setChosen}
          />
        )}
        {data && devices.length === 0 ? (
          <EmptyState title={t(wanted === '' ? 'test.noDevices' : 'test.noneFound')} text={t('test.noDevicesText')} />
        ) : (
          <ul className="test-devices">
            {devices.slice(0, 5).map(({ id, deviceId, externalUserId, platform, language, app, lastActiveAt }) => {
              const result = results[id];
              const name = externalUserId ?? t('test.device', { id: deviceId });
              return (
                <li key={id}>
                  <div className="list-row-head">
                    <span className="cell-main">
                      <span className="cell-name">{name}</span>
                      <span className="cell-about">
                        {[app.name, platform, language && format.language(language), format.relative(lastActiveAt)]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    <Button
                      size="small"
                      icon={Send}
                      isPending={busy === id}
                      isDisabled={!hasMessages(state) || (busy !== null && busy !== id)}
                      onPress={() => void test(id)}
                    >
                      {t('test.send')}
                      <span className="visually-hidden">{name}</span>
                    </Button>
                  </div>
                  {result && (
                    <Banner kind={result.outcome === 'SENT' ? 'good' : 'bad'}>
                      {result.outcome === 'SENT'
                        ? t('test.sent', { ms: result.tookMs })
                        : `${t(`test.${result.outcome}`)} ${inFull(result)}`}
                    </Banner>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Card>
  );
};
