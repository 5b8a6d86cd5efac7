import { hc } from 'hono/client';
import type { OrderDispatchRoutes } from '../../server/dispatch/routes.ts';
import { isCollection } from '../../shared/dispatch/collection.ts';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const orders = hc<OrderDispatchRoutes>('/api/orders', overTheWire);

interface ArrivalButtonsProps {
  order: { uuid: string; order_number: string };
  parcel: { id: number; service_key: string; can: { confirm_arrival: boolean; report_not_arrived: boolean; take_back_arrival: boolean } };
  /** Whether a person can also take back here what they said before the last eight seconds. */
  takesBack?: boolean;
}

/** The buttons with which somebody at the client says whether a parcel has arrived. For eight seconds, Undo takes it back. */
export function ArrivalButtons({ order: { uuid, order_number }, parcel, takesBack = false }: ArrivalButtonsProps) {
  const { id, can } = parcel;
  const isCollected = isCollection(parcel);
  const refresh = [['orders'], ['order', uuid]];
  const send = (has_arrived: boolean | null, options: Parameters<(typeof orders)[':uuid']['dispatches'][':dispatchId']['arrival']['$put']>[1]) =>
    answer(orders[':uuid'].dispatches[':dispatchId'].arrival.$put({ param: { uuid, dispatchId: String(id) }, json: { has_arrived } }, options));
  const takeBack = useWrite({ send: (_: undefined, options) => send(null, options), success: 'Taken back', refresh });
  const say = useWrite({
    send: (has_arrived: boolean, options) => send(has_arrived, options),
    refresh,
    onSaved: (_, has_arrived) =>
      toast(
        has_arrived
          ? `The parcel of order ${order_number} ${isCollected ? 'is collected' : 'has arrived'}`
          : `The office knows that the parcel of order ${order_number} ${isCollected ? 'was not there' : 'has not arrived'}`,
        { duration: limits.undo_toast, action: { label: 'Undo', run: () => void takeBack.write(undefined) } },
      ),
  });
  const of = <span className="sr"> (the parcel of order {order_number})</span>;
  return (
    <>
      {can.confirm_arrival && (
        <Button size="sm" icon="check" busy={say.busy} onClick={() => void say.write(true)}>
          {isCollected ? 'It is collected' : 'It has arrived'}
          {of}
        </Button>
      )}
      {can.report_not_arrived && (
        <Button size="sm" look="quiet" busy={say.busy} onClick={() => void say.write(false)}>
          {isCollected ? 'It was not there' : 'Not arrived'}
          {of}
        </Button>
      )}
      {takesBack && can.take_back_arrival && (
        <Button size="sm" look="quiet" busy={takeBack.busy} onClick={() => void takeBack.write(undefined)}>
          Take back{of}
        </Button>
      )}
    </>
  );
}
