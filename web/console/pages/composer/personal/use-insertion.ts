import { type RefObject, useEffect, useState } from 'react';

/** An input or a text area. */
export type Field = HTMLInputElement & HTMLTextAreaElement;

export interface Insertion {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the cursor belongs afterwards, counted from `start`. The end of the text if omitted. */
  readonly cursor?: number;
}

/** Replaces a part of a field's value, and returns the focus to the field with the cursor behind the new text. */
export const useInsertion = (
  field: RefObject<Field | null>,
  { value, onChange }: { readonly value: string; readonly onChange: (value: string) => void },
) => {
  const [cursor, setCursor] = useState<number | null>(null);
  useEffect(() => {
    if (cursor === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(cursor, cursor);
    setCursor(null);
  }, [field, cursor]);
  const replace = ({ start, end, text, cursor: offset = text.length }: Insertion) => {
    onChange(value.slice(0, start) + text + value.slice(end));
    setCursor(start + offset);
  };
  /** Replaces the selection, which the field keeps while a dialog is open. */
  const insert = (text: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const start = selectionStart ?? value.length;
    replace({ start, end: selectionEnd ?? start, text });
  };
  return { replace, insert };
};
