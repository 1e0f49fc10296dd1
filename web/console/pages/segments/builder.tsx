import { FolderPlus, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { ConditionFields } from './condition-fields.js';
import type { SegmentOptions } from './options.js';
import { type Group, isGroup, MAX_DEPTH, newCondition, newGroup, replaceIn, type TreeNode } from './tree.js';

/** A group of conditions and groups. The root has no number and cannot be removed. */
export const GroupFields = ({
  group,
  depth = 0,
  number = null,
  onChange,
  onRemove,
  focusOn = null,
  options,
}: {
  readonly group: Group;
  /** How many of `and`, `or` and `not` are around it. */
  readonly depth?: number;
  readonly number?: number | null;
  readonly onChange: (group: Group) => void;
  readonly onRemove?: () => void;
  /** The key of the condition that gets the focus when the group appears. */
  readonly focusOn?: string | null;
  readonly options: SegmentOptions;
}) => {
  const { t } = useTranslation();
  const inside = depth + (group.isNot ? 2 : 1);
  const [added, setAdded] = useState(focusOn);
  const addButton = useRef<HTMLButtonElement>(null);
  const name = number === null ? t('segments.conditions') : t('segments.group', { number });
  const add = (child: TreeNode) => {
    setAdded(isGroup(child) ? (child.children[0]?.key ?? null) : child.key);
    onChange({ ...group, children: [...group.children, child] });
  };
  const remove = (key: string) => {
    onChange(replaceIn(group, key, null));
    // The focus must not be lost with the removed row.
    addButton.current?.focus();
  };
  return (
    <fieldset className="condition-group" data-odd={depth % 2 === 1 || undefined}>
      <legend className="visually-hidden">{name}</legend>
      <div className="list-row-head">
        <ChoiceField
          label={t('segments.join')}
          isLabelHidden
          look="segments"
          value={group.join}
          onChange={(join) => onChange({ ...group, join })}
          choices={[
            { id: 'and', name: t('segments.join.and') },
            { id: 'or', name: t('segments.join.or') },
          ]}
        />
        <CheckboxField isSelected={group.isNot} onChange={(isNot) => onChange({ ...group, isNot })}>
          {t('segments.not')}
        </CheckboxField>
        {onRemove && (
          <IconButton
            size="small"
            label={t('segments.group.remove', { number: number ?? 1 })}
            icon={Trash2}
            onPress={onRemove}
          />
        )}
      </div>
      {group.children.map((child, index) => (
        <div key={child.key} className="condition-place">
          {index > 0 && (
            <span className="condition-word" aria-hidden>
              {t(`segments.word.${group.join}`)}
            </span>
          )}
          {isGroup(child) ? (
            <GroupFields
              group={child}
              depth={inside}
              number={index + 1}
              onChange={(next) => onChange(replaceIn(group, child.key, next))}
              onRemove={() => remove(child.key)}
              focusOn={added}
              options={options}
            />
          ) : (
            <ConditionFields
              condition={child}
              number={index + 1}
              isNew={child.key === added}
              onChange={(next) => onChange(replaceIn(group, child.key, next))}
              onRemove={() => remove(child.key)}
              options={options}
            />
          )}
        </div>
      ))}
      <div className="row">
        <Button ref={addButton} size="small" icon={Plus} onPress={() => add(newCondition('country'))}>
          {t('segments.add')} {number !== null && <span className="visually-hidden">{name}</span>}
        </Button>
        {inside < MAX_DEPTH && (
          <Button
            size="small"
            variant="quiet"
            icon={FolderPlus}
            onPress={() => add(newGroup([newCondition('country')], group.join === 'and' ? 'or' : 'and'))}
          >
            {t('segments.addGroup')} {number !== null && <span className="visually-hidden">{name}</span>}
          </Button>
        )}
      </div>
    </fieldset>
  );
};
