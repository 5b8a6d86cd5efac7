import { useNavigate } from 'react-router';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { mailReturnLabel, type Return, withdrawReturn } from './client.ts';

/** Withdraws a return that has not arrived, and sends its label to the person who wears the items. `list` is the list of returns. */
export function ReturnActs({ one, list }: { one: Return; list: string }) {
  const { id, return_number, exchange_order, can } = one;
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const withdraw = useWrite({
    send: (_: undefined, options) => withdrawReturn(id, options),
    success: `Return ${return_number} is withdrawn`,
    refresh: [['returns'], ['orders'], ['order', one.order.uuid], ...(exchange_order ? [['order', exchange_order.uuid]] : [])],
    onSaved: () => void navigate(list, { replace: true }),
  });
  const mail = useWrite({ send: (_: undefined, options) => mailReturnLabel(id, options), onSaved: ({ to }) => toast(`Label sent to ${to}`) });
  const askWithdraw = async (): Promise<void> => {
    const body = (
      <p>
        Nothing needs to be sent back then.{exchange_order && ` Order ${exchange_order.order_number}, which sends the exchange, is cancelled too.`}
      </p>
    );
    if (await ask({ title: `Withdraw return ${return_number}?`, body, action: 'Withdraw', keep: 'Leave it', destroys: true }))
      await withdraw.write(undefined);
  };
  if (!can.withdraw && !can.mail_label) return null;
  return (
    <p className="line flex-wrap">
      {can.mail_label && (
        <Button icon="mail" className="return-mail" busy={mail.busy} onClick={() => void mail.write(undefined)}>
          <span className="cut">Send label to {one.lines[0]?.line.employee.name}</span>
        </Button>
      )}
      {can.withdraw && (
        <Button look="danger" busy={withdraw.busy} onClick={() => void askWithdraw()}>
          Withdraw
        </Button>
      )}
      {dialog}
    </p>
  );
}
