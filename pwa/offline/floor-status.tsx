import './offline.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatDate } from '../../shared/uk-time.ts';
import { useMaybeSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { StatusBar } from '../ui/status-bar.tsx';
import type { Engine } from './engine.ts';
import { TabletNotices } from './notices.tsx';
import { useDelayed, useSyncState, useTablet } from './use-floor.ts';
import { useToDecide } from './use-to-decide.ts';

const QUEUE = '/queue';
/** Milliseconds between two tries of a save for which the storage was full. A browser frees the space of deleted data with a delay. */
const SAVE_AGAIN = 3_000;

/** The floor's status bar with this tablet's numbers, and above the bar the notices. If an action could not be stored, a message blocks all input. */
export default function FloorStatusBar({ children }: { children?: ReactNode }) {
  const engine = useTablet();
  const sync = useSyncState();
  const { items } = useToDecide();
  const delayed = useDelayed();
  const { pathname } = useLocation();
  const needs_sign_in = useMaybeSession()?.is_expired === true || sync.problem === 'sign_in';
  const state = needs_sign_in ? { ...sync, problem: 'sign_in' as const } : sync;
  return (
    <>
      {engine && pathname !== QUEUE && (
        <div className="floor-notices">
          <TabletNotices engine={engine} sync={state} />
          {!window.isSecureContext && <NotSecure />}
        </div>
      )}
      <div className="status-line">
        <StatusBar
          online={sync.online}
          waiting={sync.waiting + delayed.length}
          needs_sign_in={needs_sign_in}
          attention={items}
          last_sync_at={sync.last_sync_at}
          to={QUEUE}
          onTry={() => engine?.tryNow()}
        />
        {children}
      </div>
      {engine && sync.not_saved && <NotSaved engine={engine} what={sync.not_saved.text} at={sync.not_saved.at} />}
    </>
  );
}

/** Warns that the page was opened over plain http: the browser then stores no copy of the app for a start without a network. */
const NotSecure = () => (
  <Banner tone="warn" live={false}>
    Opened by http: this tablet cannot start Kitroom again without a network. Open it by https.
  </Banner>
);

/** Covers the screen until the last action is stored, so that no further input can be lost. */
function NotSaved({ engine, what, at }: { engine: Engine; what: string; at: string }) {
  const [trying, setTrying] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const timer = setInterval(() => void engine.retrySave(), SAVE_AGAIN);
    return () => clearInterval(timer);
  }, [engine]);
  const retry = (): void => {
    setTrying(true);
    void engine.retrySave().finally(() => setTrying(false));
  };
  return (
    <dialog ref={dialog} className="not-saved" aria-labelledby="not-saved" onCancel={(event) => event.preventDefault()}>
      <div className="not-saved-column">
        <span className="wrong-mark">
          <Icon name="x" />
        </span>
        <h1 id="not-saved">Not saved</h1>
        <p>
          <strong>{what}</strong> ({formatDate(at, 'time')}) is not saved because this tablet is full. Nothing more can be done here until it is
          saved.
        </p>
        <p>Delete pictures, downloads or other apps from the tablet, then try again. What was saved before is safe.</p>
        <Button look="primary" size="lg" busy={trying} busyText="Saving" onClick={retry}>
          Try to save again
        </Button>
      </div>
    </dialog>
  );
}
