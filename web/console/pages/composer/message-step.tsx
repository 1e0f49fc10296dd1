import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useWords } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ComboField } from '../../ui/combo-field.js';
import { ChoiceField, SwitchField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { missingLanguages, type Speakers } from './checklist.js';
import { LANGUAGE_CODES } from './languages.js';
import type { Provider } from './limits.js';
import { Preview } from './preview.js';
import {
  type ComposerState,
  emptyMessage,
  MESSAGES_MAX,
  type Message,
  type MessageText,
  moveMessage,
  textIn,
  titleOf,
  withoutText,
  withText,
} from './state.js';
import { Sizes, TextFields } from './text-fields.js';

interface MessageStepProps {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly providers: readonly Provider[];
  /** By language: which ones a message lacks. */
  readonly audience: readonly Speakers[];
  /** Of a campaign with more messages than are read: those stay behind these. */
  readonly hasMore: boolean;
}

/** What devices show: one message or several, each in its languages. */
export const MessageStep = ({ state, onChange, providers, audience, hasMore }: MessageStepProps) => {
  const { t } = useWords();
  const { messages } = state;
  const [place, setPlace] = useState(0);
  const [language, setLanguage] = useState('');
  const at = Math.min(place, messages.length - 1);
  const [first] = messages;
  const message = messages[at] ?? first;
  if (!first || !message) return null;
  const hasLanguage = message.texts.some((one) => one.language === language);
  const text = textIn(message, hasLanguage ? language : message.defaultLang);
  const set = (next: Message) => onChange({ ...state, messages: messages.with(at, next) });
  const add = () => {
    onChange({ ...state, messages: [...messages, emptyMessage(message.defaultLang)] });
    setPlace(messages.length);
  };
  const remove = () => {
    onChange({ ...state, messages: messages.toSpliced(at, 1) });
    setPlace(Math.max(0, at - 1));
  };
  const move = (to: number) => {
    onChange({ ...state, messages: moveMessage(messages, at, to) });
    setPlace(to);
  };
  return (
    <div className="composer-columns">
      <div className="stack">
        <Card>
          <TextField
            label={t('composer.name')}
            value={state.name}
            onChange={(name) => onChange({ ...state, name })}
            placeholder={titleOf(first) || t('composer.namePlaceholder')}
            hint={t('composer.nameHint')}
          />
        </Card>
        {messages.length > 1 && (
          <Card title={t('composer.messages')} lead={t('composer.messagesLead')}>
            <div className="stack">
              {hasMore && <Banner>{t('composer.moreMessages', { count: messages.length })}</Banner>}
              <ChoiceField
                label={t('composer.messages')}
                isLabelHidden
                value={String(at)}
                onChange={(id) => setPlace(Number(id))}
                choices={messages.map((each, index) => ({
                  id: String(index),
                  name: `${index + 1}. ${titleOf(each) || t('composer.noTitle')}`,
                  about: each.isActive ? textIn(each, each.defaultLang).text : t('composer.messageOff'),
                }))}
              />
              <MoveButtons place={at} count={messages.length} onMove={move} />
            </div>
          </Card>
        )}
        <MessageCard
          message={message}
          text={text}
          onChange={set}
          onLanguage={setLanguage}
          providers={providers}
          missing={missingLanguages(message, audience)}
        >
          <div className="row">
            {messages.length < MESSAGES_MAX && (
              <Button size="small" variant="quiet" icon={<Plus size={15} aria-hidden />} onPress={add}>
                {t('composer.addMessage')}
              </Button>
            )}
            {messages.length > 1 && (
              <Button size="small" variant="quiet" icon={<Trash2 size={15} aria-hidden />} onPress={remove}>
                {t('composer.removeMessage', { number: at + 1 })}
              </Button>
            )}
          </div>
        </MessageCard>
      </div>
      <aside className="composer-aside" aria-label={t('preview.label')}>
        <Preview text={text} />
        <p className="field-hint">{t('preview.hint')}</p>
      </aside>
    </div>
  );
};

/** The chosen message a place earlier or later. At an end the other button takes the focus, which a disabled one loses. */
const MoveButtons = ({
  place,
  count,
  onMove,
}: {
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
}) => {
  const { t } = useWords();
  const earlier = useRef<HTMLButtonElement>(null);
  const later = useRef<HTMLButtonElement>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const hasJustMoved = useRef(false);
  const move = (to: number) => {
    onMove(to);
    setMovedTo(to);
    hasJustMoved.current = true;
  };
  useEffect(() => {
    if (hasJustMoved.current && place === 0) later.current?.focus();
    if (hasJustMoved.current && place === count - 1) earlier.current?.focus();
    hasJustMoved.current = false;
  }, [place, count]);
  return (
    <div className="row">
      <Button
        ref={earlier}
        size="small"
        icon={<ArrowUp size={15} aria-hidden />}
        isDisabled={place === 0}
        onPress={() => move(place - 1)}
      >
        {t('composer.moveUp', { number: place + 1 })}
      </Button>
      <Button
        ref={later}
        size="small"
        icon={<ArrowDown size={15} aria-hidden />}
        isDisabled={place === count - 1}
        onPress={() => move(place + 1)}
      >
        {t('composer.moveDown', { number: place + 1 })}
      </Button>
      <span className="visually-hidden" role="status">
        {movedTo === place && t('composer.moved', { number: place + 1, count })}
      </span>
    </div>
  );
};

/** One message: a tab for each of its languages. */
const MessageCard = ({
  message,
  text,
  onChange,
  onLanguage,
  providers,
  missing,
  children,
}: {
  readonly message: Message;
  /** In the language that is shown. */
  readonly text: MessageText;
  readonly onChange: (message: Message) => void;
  readonly onLanguage: (language: string) => void;
  readonly providers: readonly Provider[];
  readonly missing: readonly string[];
  readonly children: ReactNode;
}) => {
  const { t, format } = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const { texts, defaultLang } = message;
  const add = (tag: string) => {
    onChange(withText(message, textIn(message, tag)));
    onLanguage(tag);
    setIsAdding(false);
  };
  const remove = () => {
    onChange(withoutText(message, text.language));
    onLanguage(defaultLang);
  };
  const others = LANGUAGE_CODES.filter((tag) => !texts.some((one) => one.language === tag));
  return (
    <Card
      title={t('campaign.message')}
      aside={
        <Button size="small" icon={<Plus size={15} aria-hidden />} onPress={() => setIsAdding(!isAdding)}>
          {t('composer.addLanguage')}
        </Button>
      }
    >
      <div className="stack">
        {message.pushId !== null && (
          <SwitchField isSelected={message.isActive} onChange={(isActive) => onChange({ ...message, isActive })}>
            {t('composer.messageOn')}
          </SwitchField>
        )}
        {isAdding && (
          <ComboField
            label={t('composer.language')}
            value={null}
            options={others.map((id) => ({ id, name: format.language(id) }))}
            onChange={add}
          />
        )}
        {missing.length > 0 && (
          <Banner kind="info" title={t('composer.missingLanguages')}>
            <span className="row">
              {missing.slice(0, 6).map((tag) => (
                <Button key={tag} size="small" icon={<Plus size={14} aria-hidden />} onPress={() => add(tag)}>
                  {format.language(tag)}
                </Button>
              ))}
            </span>
          </Banner>
        )}
        <Tabs selectedKey={text.language} onSelectionChange={(key) => onLanguage(String(key))} className="tabs">
          <TabList aria-label={t('composer.languages')} className="tab-list">
            {texts.map((one) => (
              <Tab key={one.language} id={one.language} className="tab">
                {format.language(one.language)}
                {one.language === defaultLang && texts.length > 1 && (
                  <span className="tab-note">{t('composer.default')}</span>
                )}
              </Tab>
            ))}
          </TabList>
          <TabPanel key={text.language} id={text.language} className="tab-panel stack">
            <TextFields text={text} onChange={(next) => onChange(withText(message, next))} />
            <Sizes text={text} providers={providers} />
            {texts.length > 1 && text.language !== defaultLang && (
              <div className="row">
                <Button size="small" onPress={() => onChange({ ...message, defaultLang: text.language })}>
                  {t('composer.makeDefault')}
                </Button>
                <Button size="small" variant="quiet" icon={<Trash2 size={15} aria-hidden />} onPress={remove}>
                  {t('action.remove', { name: format.language(text.language) })}
                </Button>
              </div>
            )}
          </TabPanel>
        </Tabs>
        {children}
      </div>
    </Card>
  );
};
