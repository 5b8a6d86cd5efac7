import { messages } from '../../shared/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Line, Order } from './client.ts';

/** Says that a line's product cannot be changed, because the line's wearer may not have it. */
export const NotOffered = ({ order, line, onClose }: { order: Order; line: Line; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={line.product_name}
    description={`for ${line.employee.name}`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {order.is_submitted ? (
      <p>No size of this product is offered to {line.employee.name} any more. Ask us what can be sent instead.</p>
    ) : (
      <p>{messages.no_longer_offered(line.product_name)}</p>
    )}
  </Dialog>
);
