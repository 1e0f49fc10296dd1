import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input as AriaInput } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

export interface FieldProps {
  readonly label: string;
  /** Explains the field, below it. */
  readonly hint?: ReactNode;
  /** The error of the field, if any. */
  readonly error?: string | null;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'time' | 'number' | 'datetime-local';
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  /** Makes it a multi-line field. */
  readonly rows?: number;
  /** Shown next to the label, such as a count. */
  readonly aside?: ReactNode;
  readonly isMonospace?: boolean;
  /** The language of the input, if it differs from the page. */
  readonly lang?: string;
  readonly min?: string;
  readonly max?: string;
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  /** More attributes and listeners of the input itself. */
  readonly inputProps?:
    | (InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>)
    | undefined;
}

export const TextField = ({
  label,
  hint,
  error,
  rows,
  aside,
  placeholder,
  isMonospace = false,
  lang,
  min,
  max,
  inputRef,
  inputProps,
  ...props
}: TextFieldProps) => {
  const look = { ...inputProps, className: 'input', placeholder, lang, 'data-mono': isMonospace || undefined };
  // Addresses and numbers are left-to-right in every language.
  const dir = props.type === undefined || props.type === 'text' ? 'auto' : undefined;
  return (
    <AriaTextField {...props} className="field" isInvalid={Boolean(error)} validationBehavior="aria">
      <div className="field-head">
        <Label className="field-label">{label}</Label>
        {aside}
      </div>
      {rows === undefined ? (
        <AriaInput {...look} ref={inputRef} dir={dir} min={min} max={max} />
      ) : (
        <TextArea {...look} ref={inputRef} dir={dir} rows={rows} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
};
