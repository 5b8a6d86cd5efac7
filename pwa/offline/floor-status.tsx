import './offline.css';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatDate } from '../ui/date-text.tsx';
import { StatusBar } from '../ui/status-bar.tsx';
import type { Engine } from './engine.ts';
import { useSyncState, useTablet } from './use-floor.ts';

/** The floor's status bar with this tablet's own numbers, and over everything else the one thing that must not be missed. */
export default function FloorStatusBar() {
  const engine = useTablet();
  const sync = useSyncState();
  return (
    <>
      <StatusBar online={sync.online} waiting={sync.waiting} attention={sync.open.length} last_sync_at={sync.last_sync_at} to="/queue" />
      {engine && sync.not_saved && <NotSaved engine={engine} what={sync.not_saved.text} at={sync.not_saved.at} />}
    </>
  );
}

/** Covers the screen until the last action could be written down: nothing more is taken that could be lost. */
function NotSaved({ engine, what, at }: { engine: Engine; what: string; at: string }) {
  const [trying, setTrying] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const retry = (): void => {
    setTrying(true);
    void engine.retrySave().finally(() => setTrying(false));
  };
  return (
    <dialog ref={dialog} className="not-saved" aria-labelledby="not-saved" onCancel={(event) => event.preventDefault()}>
      <h1 id="not-saved">Not saved</h1>
      <p>
        <strong>{what}</strong> ({formatDate(at, 'time')}) is not saved: this tablet is full. Nothing more can be done here until it is.
      </p>
      <p>Delete pictures, downloads or other apps from the tablet, then try again. What was saved before is safe.</p>
      <Button look="primary" size="lg" busy={trying} busyText="Saving" onClick={retry}>
        Try to save again
      </Button>
    </dialog>
  );
}
