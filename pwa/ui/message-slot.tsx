import type { ReactNode } from 'react';

/**
 * The place where a screen of the floor shows what has just happened. Its height is fixed, so that no message moves a button under
 * a thumb: a longer message overlaps what follows.
 */
export const MessageSlot = ({ hint, children }: { hint: ReactNode; children: ReactNode }) => (
  <div className="message-slot">
    <div className="messages">{children}</div>
    <p className="note hint">{hint}</p>
  </div>
);
