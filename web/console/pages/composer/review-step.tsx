import { CircleAlert, CircleCheck, CircleDashed, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  ComposerTestDevicesDocument,
  ComposerTestSendDocument,
  type ComposerTestSendMutation,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { SelectField } from '../../ui/fields.js';
import { Banner, Card, EmptyState } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { type Check, hasMessages, type Place } from './checklist.js';
import { PreviewTabs } from './preview.js';
import { type Reach, ReachCard } from './reach.js';
import type { ComposerState, Step } from './state.js';
import { toPushInput } from './to-input.js';
import { MomentsInWords } from './when-step.js';

const ICONS = { good: CircleCheck, warn: TriangleAlert, block: CircleAlert, open: CircleDashed } as const;

/** Everything once more, what is still wrong, and a test. */
export const ReviewStep = ({
  state,
  checks,
  reach,
  onStep,
}: {
  readonly state: ComposerState;
  readonly checks: readonly Check[];
  readonly reach: Reach;
  readonly onStep: (step: Step) => void;
}) => {
  const { t, format } = useWords();
  const maySend = useMay('send');
  const nameOfPlace = ({ language, message }: Place) =>
    message === null
      ? format.language(language)
      : t('composer.inMessage', { language: format.language(language), number: message });
  return (
    <div className="composer-columns">
      <div className="stack">
        <Card title={t('review.checklist')}>
          <ul className="checklist">
            {checks.map(({ id, result, step, places }) => {
              const Icon = ICONS[result];
              const about = format.list(places.map(nameOfPlace));
              return (
                <li key={id} data-result={result}>
                  <Icon size={18} aria-hidden />
                  <span>
                    <span className="visually-hidden">{t(`review.result.${result}`)} </span>
                    {result === 'open'
                      ? t('review.reachUnknown')
                      : t(`check.${id}.${result === 'good' ? 'good' : 'bad'}`, { details: about })}
                  </span>
                  {(result === 'warn' || result === 'block') && (
                    <Button size="small" onPress={() => onStep(step)}>
                      {t('review.mend')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </Card>
        <Card title={t('moments.title')}>
          <MomentsInWords state={state} />
        </Card>
        {maySend && <TestSend state={state} />}
      </div>
      <aside className="composer-aside" aria-label={t('preview.label')}>
        <ReachCard reach={reach} />
        {state.messages.map(({ texts, defaultLang }, index) => (
          <PreviewTabs key={index} texts={texts} defaultLang={defaultLang} />
        ))}
      </aside>
    </div>
  );
};

type Result = NonNullable<ComposerTestSendMutation['pushTest']['result']>;

/** What a test is in, if not in the language of the device. */
const OF_DEVICE = 'device';

/** To one device, now, as it is written, saved or not: found by its user, or one of the latest. */
const TestSend = ({ state }: { readonly state: ComposerState }) => {
  const { t, format } = useWords();
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
          <EmptyState title={t(wanted === '' ? 'test.noDevices' : 'test.noneFound')}>
            {t('test.noDevicesText')}
          </EmptyState>
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
                      icon={<Send size={14} aria-hidden />}
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
