import { cloneElement, isValidElement, lazy, type ReactNode, Suspense, useRef } from 'react';
import type { MenuItem } from './menu.tsx';

const OpenedMenu = lazy(() => import('./menu.tsx').then(({ Menu }) => ({ default: Menu })));

interface TriggerProps {
  onClick?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuOnDemandProps {
  items: readonly MenuItem[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A menu whose list is loaded at the first press, for frames that are on every first screen. The component that renders the menu stores whether it is
 * open, so that a press counts even if the screen around it is replaced meanwhile.
 */
export function MenuOnDemand({ items, open, onOpenChange, children }: MenuOnDemandProps) {
  const isWanted = useRef(open);
  isWanted.current ||= open;
  if (!isValidElement<TriggerProps>(children)) return null;
  const closedTrigger = cloneElement(children, { onClick: () => onOpenChange(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
  if (!isWanted.current) return closedTrigger;
  return (
    <Suspense fallback={closedTrigger}>
      <OpenedMenu items={items} open={open} onOpenChange={onOpenChange}>
        {children}
      </OpenedMenu>
    </Suspense>
  );
}
