import { FIELD_LIST, type FieldKind, type FieldName, type MessageContent } from '../../ports/message-fields.js';
import { hasLiquid } from '../../text/liquid-markup.js';

/** The fields that may be templates, besides the labels of buttons. */
const TEMPLATE_FIELDS: readonly FieldName[] = ['title', 'text', 'subtitle', 'link', 'image'];

/** The maximum number of characters of a button's label. */
export const MAX_LABEL = 64;

/** A text of a message that has outputs or tags. */
export interface TemplateText {
  readonly field: FieldName;
  /** The id of the button; null: the field itself. */
  readonly label: string | null;
  /** The field in sentences. */
  readonly name: string;
  readonly source: string;
  readonly kind: FieldKind;
  readonly maxLength: number;
  readonly isRequired: boolean;
}

/** Returns the templates of a translation. */
export const templateTexts = (given: Partial<Pick<MessageContent, FieldName>>): TemplateText[] => [
  ...FIELD_LIST.filter(({ name }) => TEMPLATE_FIELDS.includes(name)).flatMap(
    ({ name, kind, maxLength, isRequired }): TemplateText[] => {
      const source = given[name] ?? null;
      if (typeof source !== 'string' || !hasLiquid(source)) return [];
      return [{ field: name, label: null, name, source, kind, maxLength, isRequired }];
    },
  ),
  ...Object.entries(given.buttonLabels ?? {}).flatMap(([id, source]): TemplateText[] => {
    if (typeof source !== 'string' || !hasLiquid(source)) return [];
    const label = { field: 'buttonLabels', label: id, name: `buttonLabels.${id}` } as const;
    return [{ ...label, source, kind: 'text', maxLength: MAX_LABEL, isRequired: true }];
  }),
];
