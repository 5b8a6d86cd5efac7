import { purchaseOrderUrl } from '../../shared/documents/document-urls.ts';
import { messages } from '../../shared/messages.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { qtyOrdered } from '../../shared/purchasing/received-text.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import type { OrderActions } from './use-order-actions.tsx';

interface ButtonsProps {
  order: PurchaseOrder;
  actions: OrderActions;
}

/** The document of a purchase order, its mails, and its cancellation. */
export function OrderButtons({ order, actions: { askMail, askEnd, busy } }: ButtonsProps) {
  const { can } = order;
  const isChased = can.send && order.is_late && !can.chase;
  return (
    <>
      <a className="btn" href={purchaseOrderUrl(order)} target="_blank" rel="noreferrer">
        <Icon name="file" />
        PDF
      </a>
      {can.send && (
        <Button icon="mail" busy={busy.send} onClick={() => void askMail('send')}>
          {order.sent_at ? 'Send again' : 'Send'}
        </Button>
      )}
      {(can.chase || isChased) && (
        <Button
          icon="mail"
          busy={busy.chase}
          disabled={!can.chase}
          title={isChased ? messages.already_chased : undefined}
          onClick={() => void askMail('chase')}
        >
          {isChased ? 'Chased today' : 'Chase supplier'}
        </Button>
      )}
      {can.cancel && (
        <Button look="danger" busy={busy.stage} onClick={() => void askEnd('cancelled')}>
          Cancel PO
        </Button>
      )}
    </>
  );
}

/** Whether a purchase order has a next step for this person. */
export const hasNextStep = ({ can, is_approved }: PurchaseOrder): boolean => can.edit_lines || (is_approved && (can.edit || can.receive));

/** The foot of a purchase order: the number of lines and items, and the next step, which is to approve, receive or close. */
export function OrderFoot({ order, actions: { askApprove, askEnd, busy } }: ButtonsProps) {
  const { id, can, is_approved, qty_pending } = order;
  const isPhone = useIsPhone();
  const grow = isPhone ? 'grow' : undefined;
  const isClosable = can.edit && is_approved;
  const closeWaits = isClosable && !can.close ? `Close waits for the ${formatCount(qty_pending)} still to come` : null;
  return (
    <>
      {!isPhone && (
        <span>
          <strong>{countText(order.qty_lines, 'line')}</strong>, {countText(qtyOrdered(order), 'item')}
        </span>
      )}
      <span className={isPhone ? 'line grow purchase-next' : 'push line'}>
        {closeWaits && (
          <span className="note" id="close-waits">
            {closeWaits}
          </span>
        )}
        {isClosable && (
          <Button
            className={grow}
            look={can.close ? 'primary' : undefined}
            busy={busy.stage}
            disabled={!can.close}
            aria-describedby={closeWaits ? 'close-waits' : undefined}
            onClick={() => void askEnd('closed')}
          >
            Close PO
          </Button>
        )}
        {can.receive && is_approved && (
          <ButtonLink look={qty_pending > 0 ? 'primary' : undefined} className={grow} to={`/admin/purchase-orders/${id}/receive`}>
            Receive
          </ButtonLink>
        )}
        {can.edit_lines && (
          <Button look="primary" className={grow} busy={busy.stage} busyText="One moment" onClick={() => void askApprove()}>
            Approve &amp; Finalise
          </Button>
        )}
      </span>
    </>
  );
}
