import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type To } from 'react-router';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

/** `primary` is the one next step in view; `danger` destroys and is outlined, `destroy` is its filled form inside a confirmation. */
export type ButtonLook = 'plain' | 'primary' | 'danger' | 'destroy' | 'quiet';

interface Looks {
  look?: ButtonLook;
  size?: 'sm' | 'lg';
  icon?: IconName;
  /** Only the icon is shown; `aria-label` names it. */
  iconOnly?: boolean;
  block?: boolean;
}

const lookClass: Record<ButtonLook, string> = { plain: '', primary: 'primary', danger: 'danger', destroy: 'danger primary', quiet: 'quiet' };

const buttonClass = ({ look = 'plain', size, iconOnly, block }: Looks, className?: string): string =>
  classNames('btn', lookClass[look], size, iconOnly && 'icon', block && 'btn-block', className);

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** True while the action is under way: the button keeps its place and its focus, shows that it is busy, and cannot be pressed twice. */
  busy?: boolean;
  busyText?: string;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button; inside a form it submits only with `type="submit"`. */
export function Button({ look, size, icon, iconOnly, block, busy, busyText, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy && type === 'submit' ? 'button' : type}
      className={buttonClass({ look, size, iconOnly, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {busy && busyText ? busyText : children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'iconOnly' | 'icon'> {
  icon: IconName;
  label: string;
}

/** A button that shows only an icon, with a name for screen readers. */
export function IconButton({ label, look = 'quiet', ...rest }: IconButtonProps) {
  return <Button {...rest} look={look} iconOnly aria-label={label} title={rest.title ?? label} />;
}

export interface ButtonLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Looks {
  to: To;
  /** Stored with the address in the browser's history. */
  state?: unknown;
  children?: ReactNode;
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, state, look, size, icon, iconOnly, block, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} to={to} state={state} className={buttonClass({ look, size, iconOnly, block }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
