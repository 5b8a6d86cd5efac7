import { Link } from 'react-router';
import { useFrame } from './frame-context.ts';

/** An order's number in a list of the floor: at a desk a link to the order, else text, so that a tap always chooses the row. */
export const OrderNumber = ({ uuid, order_number, className }: { uuid: string; order_number: string; className?: string }) =>
  useFrame().isAtDesk ? (
    <Link className={className} to={`/admin/orders/${uuid}/edit`}>
      {order_number}
    </Link>
  ) : (
    <span className={className}>{order_number}</span>
  );
