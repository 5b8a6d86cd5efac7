import { registerSW } from 'virtual:pwa-register';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { wouldLose } from '../ui/leave-guard.ts';

/** Screens in the middle of a piece of work, where nothing else may ask for attention. */
const midTask = /^\/(admin\/(picking|prep)\/orders|orders)\/[^/]+/;

/** Says that a newer version waits, and takes it when the person agrees. Never while a screen holds unsaved work. */
export default function UpdateNotice() {
  const [waiting, setWaiting] = useState(false);
  const [later, setLater] = useState(false);
  const { pathname } = useLocation();
  const update = useRef<((reload?: boolean) => Promise<void>) | null>(null);
  useEffect(() => {
    update.current = registerSW({
      onNeedRefresh: () => setWaiting(true),
      onRegisteredSW: (_, registration) => {
        if (registration) setInterval(() => void registration.update().catch(() => undefined), 30 * 60_000);
      },
    });
  }, []);
  if (!waiting || later || midTask.test(pathname)) return null;
  return (
    <section className="update-notice" aria-label="New version">
      <p className="grow" role="status">
        A newer Kitroom is ready. Nothing that waits here is lost.
      </p>
      <Button size="sm" onClick={() => setLater(true)}>
        Later
      </Button>
      <Button size="sm" look="primary" disabled={wouldLose()} onClick={() => void update.current?.(true)}>
        Update now
      </Button>
    </section>
  );
}
