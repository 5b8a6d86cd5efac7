import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { createStore } from '../ui/store.ts';
import { reachable } from './reachable.ts';

/** How many values on the screen could not be sent and are still there: nobody has sent or discarded them since. */
export const unsentCount = createStore(0);

interface NotSentProps {
  /** What was not sent, for screen readers: "Quantity, Softshell Jacket". */
  what: string;
  again: () => unknown;
  /** Restores the stored value. Absent in a narrow cell, where Escape restores the value. */
  giveUp?: () => void;
}

/** Marks a field whose value could not be sent. A press, or the next response of the server, sends the value again. */
export function NotSent({ what, again, giveUp }: NotSentProps) {
  const latest = useRef(again);
  latest.current = again;
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = useRef(() => {});
  tryAgain.current = () => {
    if (isTrying) return;
    setIsTrying(true);
    void Promise.resolve(latest.current()).finally(() => setIsTrying(false));
  };
  useEffect(() => {
    unsentCount.set(unsentCount.get() + 1);
    const stopWaiting = reachable.subscribe(() => reachable.get() && tryAgain.current());
    return () => {
      unsentCount.set(unsentCount.get() - 1);
      stopWaiting();
    };
  }, []);
  if (!giveUp)
    return (
      <span className="not-sent in-cell" role="status">
        <button
          type="button"
          className="link nowrap t-wrong"
          title="Press to send it again, or Escape in the field to give it up"
          aria-disabled={isTrying || undefined}
          onClick={() => tryAgain.current()}
        >
          Not sent
          <span className="sr"> Send again {what}</span>
        </button>
      </span>
    );
  return (
    <span className="not-sent" role="status">
      <span className="t-wrong nowrap">
        <Icon name="alert" /> Not sent
      </span>
      <button type="button" className="link nowrap" aria-disabled={isTrying || undefined} onClick={() => tryAgain.current()}>
        {isTrying ? 'Sending' : 'Send again'}
        <span className="sr"> {what}</span>
      </button>
      <button type="button" className="link nowrap" onClick={giveUp}>
        Give up<span className="sr"> {what}</span>
      </button>
    </span>
  );
}
