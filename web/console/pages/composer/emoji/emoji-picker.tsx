import { Suspense, use, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { useLanguage, useTranslation } from '../../../i18n/i18n.js';
import { ChoiceField, SearchField } from '../../../ui/fields.js';
import { Skeleton } from '../../../ui/page.js';
import { type Emoji, findEmoji, GROUPS, loadEmoji } from './emoji-data.js';

/** Emoji by kind and by search. The arrow keys move in the grid. */
const EmojiPicker = ({ onPick }: { readonly onPick: (emoji: string) => void }) => {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<(typeof GROUPS)[number]>(GROUPS[0]);
  return (
    <div className="emoji-picker">
      <SearchField label={t('emoji.search')} value={search} onChange={setSearch} />
      {search.trim() === '' && (
        <ChoiceField
          label={t('emoji.groups')}
          isLabelHidden
          look="segments"
          value={String(group.id)}
          choices={GROUPS.map(({ id, sign }) => ({
            id: String(id),
            name: t(`emoji.group.${id}`),
            icon: <span aria-hidden>{sign}</span>,
          }))}
          onChange={(id) => setGroup(GROUPS.find((each) => String(each.id) === id) ?? GROUPS[0])}
        />
      )}
      <Suspense fallback={<Skeleton lines={4} />}>
        <Grid emoji={loadEmoji(language)} search={search} group={group.id} onPick={onPick} />
      </Suspense>
    </div>
  );
};

export default EmojiPicker;

const Grid = ({
  emoji,
  search,
  group,
  onPick,
}: {
  readonly emoji: Promise<readonly Emoji[]>;
  readonly search: string;
  readonly group: number;
  readonly onPick: (emoji: string) => void;
}) => {
  const { t } = useTranslation();
  const found = findEmoji(use(emoji), search, group);
  return (
    <ListBox
      className="emoji-grid"
      aria-label={t('emoji.title')}
      layout="grid"
      items={found.map(([sign, name]) => ({ id: sign, name }))}
      onAction={(key) => onPick(String(key))}
      renderEmptyState={() => <p className="list-box-empty">{t('emoji.none')}</p>}
    >
      {({ id, name }) => (
        <ListBoxItem id={id} textValue={name} aria-label={name} className="emoji">
          {id}
        </ListBoxItem>
      )}
    </ListBox>
  );
};
