import { useEffect, useState } from 'react';
import type { DelayedAction } from '../offline/store.ts';
import { Button } from '../ui/button.tsx';

interface UndoTrackingProps {
  delayed: DelayedAction;
  dispatch_number: string;
  onUndo: () => void;
}

/** The seconds left to undo a scanned number, and the button to undo it. */
export function UndoTracking({ delayed: { due }, dispatch_number, onUndo }: UndoTrackingProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((due - now) / 1000));
  return (
    <>
      <span className="sub num undo-time" role="timer">
        Ships in {seconds} s
      </span>
      <Button icon="undo" look="primary" aria-label={`Undo the number of ${dispatch_number}`} onClick={onUndo}>
        Undo
      </Button>
    </>
  );
}
