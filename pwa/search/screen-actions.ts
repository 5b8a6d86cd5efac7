import { CREATES_ORDER } from '../ui/creates-order.ts';
import { type IconName, iconPaths } from '../ui/icon-paths.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { menuItemsOf } from '../ui/menu-items.ts';
import type { Hit } from './hit.ts';

/** Where a screen has its actions. Buttons of single rows and fields are not actions of the screen. */
const ACTIONS = ':is(#main, .head, .dock) :is(button.btn, a.btn, button.link)';
const NOT_ACTIONS =
  'tbody, li, [role=listitem], .list-card, .field, .search, .mast, .bell-place, nav, .page-back, .head-start, .head-end, [data-no-action]';

const isVisible = (element: Element): boolean => element.checkVisibility?.() ?? element.getClientRects().length > 0;

const textOf = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll('svg, kbd, [aria-hidden=true]')) part.remove();
  return (element.getAttribute('aria-label') ?? copy.textContent ?? '').replace(/\s+/g, ' ').trim();
};

const iconOf = (icon: IconName | 'none' | undefined): IconName => (icon && icon !== 'none' ? icon : 'bolt');

/** The row of a menu's item; `menu` is the text on the button that opens the menu. */
function menuHit(item: MenuItem, menu: string): Hit[] {
  if (item === 'line' || 'heading' in item) return [];
  const { label: name, disabled } = item;
  const hit = { key: `do-${menu}-${name}`, icon: iconOf(item.icon), name, ...(menu && { note: menu }), ...(disabled && { waits: disabled }) };
  if (item.to !== undefined) return [{ ...hit, to: item.to }];
  if (item.onSelect) return [{ ...hit, run: item.onSelect }];
  const { href } = item;
  return [{ ...hit, run: () => void window.open(href, item.isDownload ? '_self' : '_blank', 'noreferrer') }];
}

function buttonHit(button: HTMLElement): Hit[] {
  const name = textOf(button);
  if (!name) return [];
  const isOff = (button as HTMLButtonElement).disabled || button.getAttribute('aria-disabled') === 'true';
  // A button that cannot be pressed and does not say why is left out.
  if (isOff && !button.title) return [];
  const path = button instanceof HTMLAnchorElement && button.target !== '_blank' ? button.getAttribute('href') : null;
  return [
    {
      key: `do-${name}`,
      icon: button.querySelector('path')?.getAttribute('d') === iconPaths.plus ? 'plus' : 'bolt',
      name,
      shortcut: button.getAttribute('aria-keyshortcuts'),
      ...(isOff && { waits: button.title }),
      ...(path && { to: path }),
      run: () => button.click(),
    },
  ];
}

/** The sequence of the actions: the next step first, and last what deletes or cancels, so that Enter alone never does it. */
const rankOf = (button: Element): number => (button.matches('.primary:not(.danger)') ? 0 : button.matches('.danger') ? 2 : 1);

/** The actions that the present screen offers: its buttons and the items of its menus, each once. The palette presses the screen's own buttons. */
export function screenActions(): Hit[] {
  const ranked = [...document.querySelectorAll<HTMLElement>(ACTIONS)]
    .filter((button) => isVisible(button) && !button.closest(NOT_ACTIONS))
    .flatMap((button) => {
      const items = menuItemsOf(button);
      if (items.length === 0) return buttonHit(button).map((hit) => ({ hit, rank: rankOf(button) }));
      const menu = button.ariaLabel ? '' : textOf(button);
      return items.flatMap((item) => menuHit(item, menu).map((hit) => ({ hit, rank: item !== 'line' && 'danger' in item && item.danger ? 2 : 1 })));
    });
  const hits = ranked.sort((one, other) => one.rank - other.rank).map(({ hit }) => hit);
  return [...new Map(hits.map((hit) => [hit.key, hit])).values()];
}

/** The name of the action that starts an order for a client. */
const NEW_ORDER = 'Create New Order';

/** The actions with the one that every screen of the office has: to start an order for a client. */
export const withNewOrder = (actions: readonly Hit[]): Hit[] =>
  actions.some(({ name }) => name === NEW_ORDER)
    ? [...actions]
    : [...actions, { key: 'do-new-order', icon: 'plus', name: NEW_ORDER, to: '/admin/orders', state: CREATES_ORDER }];
