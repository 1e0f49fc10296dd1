import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import type { ButtonProps } from './button.js';

/** A button with only an icon. `label` is its tooltip and its name for screen readers. */
export const IconButton = ({
  label,
  icon: Icon,
  ...props
}: Omit<ButtonProps, 'children'> & { readonly label: string }) => (
  <TooltipTrigger delay={500}>
    <AriaButton
      {...props}
      aria-label={label}
      className="button icon-button"
      data-variant={props.variant ?? 'quiet'}
      data-size={props.size ?? 'medium'}
    >
      {Icon && <Icon size={props.size === 'small' ? 15 : 18} aria-hidden />}
    </AriaButton>
    <Tooltip className="tooltip" offset={6}>
      {label}
    </Tooltip>
  </TooltipTrigger>
);
