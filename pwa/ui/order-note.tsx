import './order-note.css';
import { useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { RequiredBy } from './required-by.tsx';

/** How many characters fit into the two lines of a closed note on the narrowest screen. */
const SHORT_NOTE = 90;

export interface OrderNoteProps {
  order: { customer_notes: string | null; required_on?: string | null };
}

/** The client's requests for the whole order: the day by which they need it, and their notes. A long note opens at a tap. */
export function OrderNote({ order: { customer_notes, required_on } }: OrderNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!customer_notes && !required_on) return null;
  const isLong = customer_notes !== null && (customer_notes.length > SHORT_NOTE || customer_notes.includes('\n'));
  return (
    <section className="order-note" aria-label="What the client asks">
      <RequiredBy day={required_on} />
      {customer_notes && (
        <p className={classNames('grow', isLong && !isOpen && 'closed')}>
          <span className="note">Notes</span> {customer_notes}
        </p>
      )}
      {isLong && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Less' : 'All notes'}
        </Button>
      )}
    </section>
  );
}
