import { BookmarkPlus, Copy, FileDown, FileUp, LayoutTemplate, Link2, Tags } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { type Action, ActionMenu } from '../../ui/menu.js';
import { showToast } from '../../ui/toast.js';
import { LinkCheckDialog } from './link-check.js';
import { type Message, type MessageText, textIn, titleOf, withText } from './state.js';
import { SaveTemplateDialog, TemplatesDialog } from './templates.js';
import { writeTranslations } from './translations-csv.js';
import { ImportTranslationsDialog } from './translations-import.js';
import { UtmDialog } from './utm-dialog.js';

type Tool = 'templates' | 'saveTemplate' | 'import' | 'utm' | 'links';

/** What can be done with a message as a whole. */
export const MessageTools = ({
  message,
  text,
  onChange,
}: {
  readonly message: Message;
  /** The translation that is shown. */
  readonly text: MessageText;
  readonly onChange: (message: Message) => void;
}) => {
  const { t, format } = useTranslation();
  const [tool, setTool] = useState<Tool | null>(null);
  const close = () => setTool(null);
  const copies = message.texts
    .filter(({ language }) => language !== text.language)
    .map(({ language }): Action => {
      const from = format.language(language);
      return {
        name: t('tools.copyFrom', { from, to: format.language(text.language) }),
        icon: Copy,
        onAction: () => {
          onChange(withText(message, { ...textIn(message, language), language: text.language }));
          showToast({ kind: 'good', text: t('tools.copied', { from }) });
        },
      };
    });
  const actions: readonly Action[] = [
    { name: t('tools.templates'), icon: LayoutTemplate, onAction: () => setTool('templates') },
    { name: t('tools.saveTemplate'), icon: BookmarkPlus, onAction: () => setTool('saveTemplate') },
    { name: t('tools.export'), icon: FileDown, onAction: () => download(message) },
    { name: t('tools.import'), icon: FileUp, onAction: () => setTool('import') },
    { name: t('tools.utm'), icon: Tags, onAction: () => setTool('utm') },
    { name: t('tools.links'), icon: Link2, onAction: () => setTool('links') },
    ...copies,
  ];
  return (
    <>
      <ActionMenu label={t('tools.label')} actions={actions} />
      {tool === 'templates' && <TemplatesDialog message={message} onChange={onChange} onClose={close} />}
      {tool === 'saveTemplate' && <SaveTemplateDialog message={message} onClose={close} />}
      {tool === 'import' && <ImportTranslationsDialog message={message} onChange={onChange} onClose={close} />}
      {tool === 'utm' && <UtmDialog message={message} onChange={onChange} onClose={close} />}
      {tool === 'links' && <LinkCheckDialog message={message} onClose={close} />}
    </>
  );
};

const REVOKE_MS = 10_000;

const download = (message: Message): void => {
  const url = URL.createObjectURL(new Blob([writeTranslations(message.texts)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${
    titleOf(message)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60) || 'message'
  }.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
};
