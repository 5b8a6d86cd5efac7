import type { ReactNode } from 'react';
import { countText } from './count-text.ts';

interface LineGroupProps {
  heading: string;
  /** How many lines there are, and how many items they have in all. */
  lines: number;
  items: number;
  /** A list item for each line. */
  children: ReactNode;
}

/** The lines of a pick or a delivery that are in one state, under a heading. Renders nothing if there are no lines. */
export function LineGroup({ heading, lines, items, children }: LineGroupProps) {
  if (lines === 0) return null;
  return (
    <>
      <header>
        <h2>{heading}</h2>
        <span className="push note">
          {countText(lines, 'line')} · {countText(items, 'item')}
        </span>
      </header>
      <ul className="rows">{children}</ul>
    </>
  );
}
