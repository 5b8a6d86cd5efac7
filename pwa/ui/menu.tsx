import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { useMenuItems } from './menu-items.ts';

export type MenuItem =
  | {
      label: string;
      icon?: IconName | 'none';
      /** For a setting that is on or off: whether it is on. The menu stays open when it is changed. */
      checked?: boolean;
      onSelect: () => void;
      to?: undefined;
      href?: undefined;
      danger?: boolean;
      disabled?: string | false;
    }
  | { label: string; icon?: IconName | 'none'; to: string; onSelect?: undefined; href?: undefined; danger?: boolean; disabled?: string | false }
  | {
      label: string;
      icon?: IconName | 'none';
      href: string;
      /** True if the browser saves the file at the address; otherwise the address opens in another tab. */
      isDownload?: true;
      onSelect?: undefined;
      to?: undefined;
      danger?: boolean;
      disabled?: string | false;
    }
  | 'line'
  | { heading: string };

export interface MenuProps {
  items: readonly MenuItem[];
  /** The button that opens the menu. */
  children: ReactNode;
  align?: 'start' | 'end';
  /** Whether the menu is open, if the parent stores that. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A press on `children` (a button) opens a list of actions. A disabled action shows why. */
export function Menu({ items, children, align = 'end', open, onOpenChange }: MenuProps) {
  const trigger = useMenuItems(() => items);
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild ref={trigger}>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu rise" align={align} sideOffset={4} collisionPadding={8}>
          {items.map((item, place) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have no name and menus do not reorder
            if (item === 'line') return <DropdownMenu.Separator key={place} className="menu-line" />;
            if ('heading' in item) {
              return (
                <DropdownMenu.Label key={item.heading} className="menu-heading">
                  {item.heading}
                </DropdownMenu.Label>
              );
            }
            const words = (
              <>
                {item.icon && (item.icon === 'none' ? <span className="i" /> : <Icon name={item.icon} />)}
                <span className="grow">
                  {item.label}
                  {item.disabled && <small>{item.disabled}</small>}
                </span>
              </>
            );
            if (item.onSelect && item.checked !== undefined) {
              return (
                <DropdownMenu.CheckboxItem
                  key={item.label}
                  className="menu-item"
                  checked={item.checked}
                  onSelect={(event) => {
                    event.preventDefault();
                    item.onSelect();
                  }}
                >
                  {item.checked ? <Icon name="check" /> : <span className="i" />}
                  <span className="grow">{item.label}</span>
                </DropdownMenu.CheckboxItem>
              );
            }
            const className = item.danger ? 'menu-item t-wrong' : 'menu-item';
            if (item.disabled || item.onSelect) {
              return (
                <DropdownMenu.Item key={item.label} className={className} disabled={Boolean(item.disabled)} onSelect={() => item.onSelect?.()}>
                  {words}
                </DropdownMenu.Item>
              );
            }
            return (
              <DropdownMenu.Item key={item.label} className={className} asChild>
                {item.to !== undefined ? (
                  <Link to={item.to}>{words}</Link>
                ) : (
                  <a href={item.href} {...(item.isDownload ? { download: true } : { target: '_blank', rel: 'noreferrer' })}>
                    {words}
                  </a>
                )}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
