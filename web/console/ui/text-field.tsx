import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input as AriaInput } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

export interface FieldProps {
  readonly label: string;
  /** Under the field: what it is for, or what is expected. */
  readonly hint?: ReactNode;
  /** What is wrong with it; null or left out: nothing. */
  readonly error?: string | null;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'time' | 'number';
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  /** Several lines. */
  readonly rows?: number;
  /** Beside the label, such as a count. */
  readonly aside?: ReactNode;
  readonly isMonospace?: boolean;
  readonly min?: string;
  readonly max?: string;
}

export const TextField = ({
  label,
  hint,
  error,
  rows,
  aside,
  placeholder,
  isMonospace = false,
  min,
  max,
  ...props
}: TextFieldProps) => (
  <AriaTextField {...props} className="field" isInvalid={Boolean(error)} validationBehavior="aria">
    <div className="field-head">
      <Label className="field-label">{label}</Label>
      {aside}
    </div>
    {rows === undefined ? (
      <AriaInput className="input" placeholder={placeholder} data-mono={isMonospace || undefined} min={min} max={max} />
    ) : (
      <TextArea className="input" rows={rows} placeholder={placeholder} data-mono={isMonospace || undefined} />
    )}
    {hint !== undefined && (
      <Text slot="description" className="field-hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
  </AriaTextField>
);
