import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Link } from 'wouter';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: Variant;
  readonly size?: Size;
  /** Shown before the label. */
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const Button = ({ variant = 'secondary', size = 'medium', icon: Icon, children, ...props }: ButtonProps) => (
  <AriaButton {...whilePending(props)} className="button" data-variant={variant} data-size={size}>
    {Icon && <Icon size={size === 'small' ? 15 : 16} aria-hidden />}
    {children}
  </AriaButton>
);

/** A pending button ignores presses but keeps the focus, which a disabled button would lose. */
const whilePending = ({ isPending, ...props }: AriaButtonProps): AriaButtonProps & { 'data-pending'?: true } =>
  isPending ? { ...props, type: 'button', onPress: () => undefined, 'data-pending': true } : props;

/** A link that looks like a button. `href` is relative to `/console`. */
export const LinkButton = ({
  variant = 'secondary',
  size = 'medium',
  icon: Icon,
  children,
  ...props
}: Omit<ComponentProps<typeof Link>, 'className'> & {
  readonly href: string;
  readonly variant?: Variant;
  readonly size?: Size;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}) => (
  <Link {...(props as { href: string })} className="button" data-variant={variant} data-size={size}>
    {Icon && <Icon size={size === 'small' ? 15 : 16} aria-hidden />}
    {children}
  </Link>
);
