import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useClient } from 'urql';
import { AttributeKeysDocument, type AttributeKeysQuery } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ComboField } from '../../ui/combo-field.js';
import { ChoiceField, SwitchField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { missingLanguages, type Speakers } from './checklist.js';
import { type Person, useExactPreview } from './exact-preview.js';
import { SettingsForm } from './fields/settings-form.js';
import { LANGUAGE_CODES } from './languages.js';
import type { Provider, Size } from './limits.js';
import { MessageTools } from './message-tools.js';
import { CategoryField } from './personal/category-field.js';
import { type TemplateValue, valuesOf } from './personal/expressions.js';
import { PersonalContext, type TemplateCheck } from './personal/personal-context.js';
import { hasTemplates } from './personal/template-text.js';
import { PreviewPane } from './preview-pane.js';
import { type Message, type MessageText, textIn, withoutText, withText } from './state.js';
import { Sizes, TextFields } from './text-fields.js';

/** Writes one message in all its languages, with its settings and its preview. */
export const MessageEditor = ({
  message,
  onChange,
  providers,
  audience,
  app,
  before,
  actions,
  place = 0,
  templates,
}: {
  readonly message: Message;
  readonly onChange: (message: Message) => void;
  /** Its place among the messages of a campaign. Open sections and drafts of fields belong to one message. */
  readonly place?: number;
  /** The providers that the message is for. */
  readonly providers: readonly Provider[];
  /** The audience by language, to suggest missing translations. */
  readonly audience: readonly Speakers[];
  /** The name of the application in the preview. */
  readonly app: string | undefined;
  /** The mistakes in the Liquid of the message. Null while they are not known. */
  readonly templates: TemplateCheck;
  /** Cards above the message. */
  readonly before?: ReactNode;
  /** Buttons below the texts. */
  readonly actions?: ReactNode;
}) => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState('');
  const hasLanguage = message.texts.some((one) => one.language === language);
  const text = textIn(message, hasLanguage ? language : message.defaultLang);
  const [person, setPerson] = useState<Person | null>(null);
  const exact = useExactPreview(message, text.language, person);
  const values = useValues();
  const personal = useMemo(() => ({ values, problems: templates ?? [] }), [values, templates]);
  return (
    <PersonalContext value={personal}>
      <div className="composer-columns">
        <div className="stack">
          {before}
          <MessageCard
            key={`message ${place}`}
            message={message}
            text={text}
            onChange={onChange}
            onLanguage={setLanguage}
            providers={providers}
            exact={exact.sizes}
            missing={missingLanguages(message, audience)}
          >
            {actions}
          </MessageCard>
          <Card title={t('settings.title')} lead={t('settings.optionsLead')}>
            <SettingsForm
              key={place}
              edited={message}
              onChange={({ settings, texts }) => onChange({ ...message, settings, texts })}
              providers={providers}
              problems={exact.problems}
            />
          </Card>
        </div>
        <aside className="composer-aside" aria-label={t('preview.label')}>
          <PreviewPane
            text={text}
            settings={message.settings}
            app={app}
            exact={exact}
            providers={providers}
            person={person}
            onPerson={setPerson}
          />
        </aside>
      </div>
    </PersonalContext>
  );
};

/** One message, with a tab for each language. */
const MessageCard = ({
  message,
  text,
  onChange,
  onLanguage,
  providers,
  exact,
  missing,
  children,
}: {
  readonly message: Message;
  /** The text in the selected language. */
  readonly text: MessageText;
  readonly onChange: (message: Message) => void;
  readonly onLanguage: (language: string) => void;
  readonly providers: readonly Provider[];
  readonly exact: readonly Size[];
  readonly missing: readonly string[];
  readonly children: ReactNode;
}) => {
  const { t, format } = useTranslation();
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
        <span className="row">
          <Button size="small" icon={Plus} onPress={() => setIsAdding(!isAdding)}>
            {t('composer.addLanguage')}
          </Button>
          <MessageTools message={message} text={text} onChange={onChange} />
        </span>
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
                <Button key={tag} size="small" icon={Plus} onPress={() => add(tag)}>
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
            <TextFields text={text} onChange={(next) => onChange(withText(message, next))} providers={providers} />
            <Sizes text={text} providers={providers} exact={exact} />
            {texts.length > 1 && text.language !== defaultLang && (
              <div className="row">
                <Button size="small" onPress={() => onChange({ ...message, defaultLang: text.language })}>
                  {t('composer.makeDefault')}
                </Button>
                <Button size="small" variant="quiet" icon={Trash2} onPress={remove}>
                  {t('action.remove', { name: format.language(text.language) })}
                </Button>
              </div>
            )}
          </TabPanel>
        </Tabs>
        {(hasTemplates(message) || message.settings.missing === 'ABORT') && (
          <MissingField
            value={message.settings.missing}
            onChange={(missing) => onChange({ ...message, settings: { ...message.settings, missing } })}
          />
        )}
        <CategoryField value={message.categoryId} onChange={(categoryId) => onChange({ ...message, categoryId })} />
        {children}
      </div>
    </Card>
  );
};

const CHOICES = ['DEFAULT', 'ABORT'] as const;

/** What happens to people for whom a value of the message is not known. */
const MissingField = ({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) => {
  const { t } = useTranslation();
  return (
    <ChoiceField
      label={t('setting.missing')}
      value={value === 'ABORT' ? 'ABORT' : 'DEFAULT'}
      choices={CHOICES.map((id) => ({ id, name: t(`setting.missing.${id}`), about: t(`setting.missing.${id}.about`) }))}
      onChange={(next) => onChange(next === 'ABORT' ? next : null)}
    />
  );
};

type Definition = AttributeKeysQuery['attributeDefinitions']['nodes'][number];

/** An account has at most 1,000 attributes, which are 10 pages. */
const PAGES_MAX = 10;

/** Every value that a message can contain. Those of attributes follow once they are known. */
const useValues = (): readonly TemplateValue[] => {
  const client = useClient();
  const [definitions, setDefinitions] = useState<readonly Definition[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found: Definition[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX && !isOver; page += 1) {
        const { data }: { data?: AttributeKeysQuery | undefined } = await client
          .query(AttributeKeysDocument, { after }, { requestPolicy: 'network-only' })
          .toPromise();
        if (!data) break;
        found.push(...data.attributeDefinitions.nodes);
        after = data.attributeDefinitions.pageInfo.endCursor ?? null;
        if (!data.attributeDefinitions.pageInfo.hasNextPage) break;
      }
      if (!isOver) setDefinitions(found);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [client]);
  return useMemo(() => valuesOf(definitions), [definitions]);
};
