import { cloneElement, isValidElement, lazy, type ReactNode, Suspense, useState } from 'react';
import type { MenuItem } from './menu.tsx';

const OpenedMenu = lazy(() => import('./menu.tsx').then(({ Menu }) => ({ default: Menu })));

interface TriggerProps {
  onClick?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** A menu whose list is fetched with the first press, for frames that are on every first screen. */
export function MenuOnDemand({ items, children }: { items: readonly MenuItem[]; children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  if (!isValidElement<TriggerProps>(children)) return null;
  const closed = cloneElement(children, { onClick: () => setWanted(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu items={items} startOpen>
        {children}
      </OpenedMenu>
    </Suspense>
  );
}
