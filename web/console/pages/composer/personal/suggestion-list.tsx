import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/i18n.js';
import type { TemplateValue } from './expressions.js';
import type { Suggestion } from './suggestions.js';
import { useValueName } from './value-name.js';

/** The values that fit what is being typed. The field keeps the focus. */
export const SuggestionList = ({
  id,
  shown,
  active,
  pick,
  values,
}: {
  readonly id: string;
  readonly shown: readonly Suggestion[];
  readonly active: number;
  readonly pick: (suggestion: Suggestion) => void;
  readonly values: readonly TemplateValue[];
}) => {
  const { t } = useTranslation();
  const nameOf = useValueName();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = shown.length > 0;
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);
  const about = (suggestion: Suggestion): string => {
    const value = values.find(({ path }) => path === suggestion.id);
    return value === undefined ? t('suggest.filter') : nameOf(value);
  };
  return (
    <>
      <span className="visually-hidden" role="status">
        {isOpen ? t('suggest.count', { count: shown.length }) : ''}
      </span>
      {isOpen && (
        <div ref={list} id={id} className="popover list-box suggestions" role="listbox" aria-label={t('suggest.label')}>
          {shown.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, because it keeps the focus
            <div
              key={suggestion.id}
              id={`${id}-${index}`}
              className="list-box-item"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-focused={index === active || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(suggestion)}
            >
              <span className="list-box-words list-box-line">
                <code>{suggestion.id}</code>
                <span className="list-box-about">{about(suggestion)}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
};
