import { useEffect } from 'react';
import { maySee, routes } from '../routes.tsx';
import { useSession } from '../session/use-session.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { screenAhead } from './screen.tsx';

/** The parts of the floor besides its screens. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../offline/lock-screen.tsx'),
  () => import('../offline/lock-tablet.ts'),
  () => import('../ui/menu.tsx'),
  () => import('../session/sign-out.ts'),
  () => import('../ui/sheet.tsx'),
  () => import('../scan/camera-panel.tsx'),
];

/**
 * Loads the floor's other screens once the first screen is rendered, unless a service worker stores them. A tablet that then loses the network can
 * still open all screens. They are loaded one after another, because the tablet's rows are loading at the same time.
 */
export function useFloorAhead(): void {
  const { role } = useSession();
  useEffect(() => {
    if (navigator.serviceWorker?.controller) return;
    let goesOn = true;
    const fetchAll = async (): Promise<void> => {
      const screens = routes.filter((row) => row.layout === 'floor' && maySee(row, role)).map((row) => () => screenAhead(row));
      for (const fetchPart of [...screens, ...parts]) if (goesOn) await fetchPart().catch(() => undefined);
    };
    const callOff = afterPaint(() => void fetchAll());
    return () => {
      goesOn = false;
      callOff();
    };
  }, [role]);
}
