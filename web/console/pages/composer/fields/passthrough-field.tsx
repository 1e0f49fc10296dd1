import { type ParseError, parse } from 'jsonc-parser';
import { useTranslation } from '../../../i18n/i18n.js';
import { useDebounced } from '../../../ui/debounce.js';
import { TextField } from '../../../ui/text-field.js';
import { isJsonObject, PASSTHROUGH_PARTS, type PassthroughPart, type PassthroughValue } from './field-values.js';
import type { SettingProps } from './setting-field.js';

const EMPTY = Object.fromEntries(PASSTHROUGH_PARTS.map((part) => [part, ''])) as PassthroughValue;
const TYPING_MS = 500;

/** A JSON editor for each provider. */
export const PassthroughField = ({ label, hint, error, value, onChange }: SettingProps<'passthrough'>) => {
  const given = value ?? EMPTY;
  const set = (part: PassthroughPart, json: string) => {
    const next = { ...given, [part]: json };
    onChange(Object.values(next).every((each) => each.trim() === '') ? null : next);
  };
  const isJson = PASSTHROUGH_PARTS.every((part) => isJsonObject(given[part]));
  return (
    <fieldset className="field stack">
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      {PASSTHROUGH_PARTS.map((part) => (
        <JsonField key={part} part={part} json={given[part]} onChange={(json) => set(part, json)} />
      ))}
      {isJson && error !== null && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
};

/** Says where the JSON is broken, once typing pauses. */
const JsonField = ({
  part,
  json,
  onChange,
}: {
  readonly part: PassthroughPart;
  readonly json: string;
  readonly onChange: (json: string) => void;
}) => {
  const { t } = useTranslation();
  const settled = useDebounced(json, TYPING_MS);
  const isWrong = settled === json && !isJsonObject(json);
  const place = isWrong ? placeOfError(json) : null;
  return (
    <TextField
      label={t(`setting.passthrough.${part}`)}
      value={json}
      onChange={onChange}
      rows={json === '' ? 1 : Math.min(12, json.split('\n').length + 1)}
      placeholder="{ }"
      isMonospace
      error={isWrong ? (place ? t('setting.passthrough.broken', place) : t('setting.passthrough.noObject')) : null}
    />
  );
};

/** The place of the first error, which `JSON.parse` does not tell in every browser. */
const placeOfError = (json: string): { readonly line: number; readonly column: number } | null => {
  const errors: ParseError[] = [];
  parse(json, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return null;
  const lines = json.slice(0, first.offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
};
