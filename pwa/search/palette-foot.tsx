import { useEffect, useState } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';

/** Milliseconds after which a search that has not answered shows placeholders. */
const SLOW = 300;

/** Two rows in the place of the first matches, once the search is slow. */
export function Waiting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="in-card flow" aria-busy="true">
      {isSlow && (
        <>
          <Skeleton width="72%" height={14} />
          <Skeleton width="58%" height={14} />
        </>
      )}
    </div>
  );
}

/** What the palette says where it has no row. */
export const NothingFound = ({ text }: { text: string }) => (
  <p className="in-card sub">
    {text === '' ? 'Type a number, a name or a code.' : `Nothing has ${text} in it. Codes are found by their parts, names by their beginnings.`}
  </p>
);

/** The keys of the palette. */
export const PaletteKeys = ({ hasActions, isInActions }: { hasActions: boolean; isInActions: boolean }) => (
  <footer className="line wide">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> move
    </span>
    <span>
      <kbd>Enter</kbd> {isInActions ? 'do it' : 'open'}
    </span>
    {hasActions && (
      <span>
        <kbd>Tab</kbd> actions
      </span>
    )}
    <span>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab
    </span>
    <span className="push">
      <kbd>Esc</kbd> {isInActions ? 'back' : 'close'}
    </span>
  </footer>
);
