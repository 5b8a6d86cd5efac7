import type { ReactNode } from 'react';

/** Where a screen of the floor tells what has just happened. Its height stays, so that no message moves a button under a thumb: a longer one lies over what follows. */
export const MessageSlot = ({ hint, children }: { hint: ReactNode; children: ReactNode }) => (
  <div className="message-slot">
    <div className="messages">{children}</div>
    <p className="note hint">{hint}</p>
  </div>
);
