import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { UserErrorOfAnswer } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import type { Speakers } from './checklist.js';
import type { Provider } from './limits.js';
import { MessageEditor } from './message-editor.js';
import type { TemplateCheck } from './personal/personal-context.js';
import { type ComposerState, emptyMessage, MESSAGES_MAX, type Message, moveMessage, textIn, titleOf } from './state.js';
import { VariantsCard } from './variants-card.js';

interface MessageStepProps {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly providers: readonly Provider[];
  /** The audience by language, to suggest missing translations. */
  readonly audience: readonly Speakers[];
  /** The mistakes in the Liquid of each message. */
  readonly templates: readonly TemplateCheck[];
  /** The message that is shown first. */
  readonly start: number;
  /** The campaign has more messages, which follow these unchanged. */
  readonly hasMore: boolean;
  /** The refusal of the experiment by the service. */
  readonly refused: readonly UserErrorOfAnswer[];
  /** The name of an application that it is for. */
  readonly app: string | undefined;
}

export const MessageStep = ({
  state,
  onChange,
  providers,
  audience,
  templates,
  start,
  hasMore,
  refused,
  app,
}: MessageStepProps) => {
  const { t } = useTranslation();
  const { messages } = state;
  const [place, setPlace] = useState(start);
  const at = Math.min(place, messages.length - 1);
  const [first] = messages;
  const message = messages[at] ?? first;
  if (!first || !message) return null;
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
    <MessageEditor
      place={at}
      message={message}
      onChange={set}
      providers={providers}
      audience={audience}
      app={app}
      templates={templates[at] ?? null}
      before={
        <>
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
            <Card
              title={t('composer.messages')}
              lead={t(state.experiment.isOn ? 'variants.lead' : 'composer.messagesLead')}
            >
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
          {(messages.length > 1 || state.experiment.isOn) && (
            <VariantsCard state={state} onChange={onChange} refused={refused} />
          )}
        </>
      }
      actions={
        <div className="row">
          {messages.length < MESSAGES_MAX && (
            <Button size="small" variant="quiet" icon={Plus} onPress={add}>
              {t('composer.addMessage')}
            </Button>
          )}
          {messages.length > 1 && (
            <Button size="small" variant="quiet" icon={Trash2} onPress={remove}>
              {t('composer.removeMessage', { number: at + 1 })}
            </Button>
          )}
        </div>
      }
    />
  );
};

/** Moves the selected message. At either end, the other button gets the focus, which a disabled button would lose. */
const MoveButtons = ({
  place,
  count,
  onMove,
}: {
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
}) => {
  const { t } = useTranslation();
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
      <Button ref={earlier} size="small" icon={ArrowUp} isDisabled={place === 0} onPress={() => move(place - 1)}>
        {t('composer.moveUp', { number: place + 1 })}
      </Button>
      <Button
        ref={later}
        size="small"
        icon={ArrowDown}
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
