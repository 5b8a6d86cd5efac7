import { Suspense, useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { MenuOnDemand } from '../ui/menu-on-demand.tsx';
import { useHandOver } from './hand-over-items.ts';
import { partOf } from './part.tsx';

/** This tablet's sync state, from its own store. */
export const floorStatusBar = partOf(() => import('../offline/floor-status.tsx'));

/** The place of the status bar: always there, filled as soon as this tablet's own store is open. The person who works here is shown at its end. */
export function FloorStatus() {
  return (
    <footer className="floor-status">
      <Suspense fallback={<span className="status" aria-hidden="true" />}>
        <floorStatusBar.Part>
          <AtWork />
        </floorStatusBar.Part>
      </Suspense>
    </footer>
  );
}

/** The person under whose name the next action is stored, and the button with which somebody else takes over in two presses. */
function AtWork() {
  const { who, session } = useSession();
  const handOver = useHandOver();
  const [open, setOpen] = useState(false);
  const { name } = who.user;
  const heading = session.at_work ? `${name}, by PIN. Sent by ${session.who.user.name}` : name;
  const items: MenuItem[] = [{ heading }, 'line', ...handOver];
  return (
    <MenuOnDemand items={items} open={open} onOpenChange={setOpen}>
      <button type="button" className="status-who" aria-label={`${name} works here`}>
        <Icon name="user" />
        <span className="cut">{name}</span>
      </button>
    </MenuOnDemand>
  );
}
