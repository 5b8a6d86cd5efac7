import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { approvalFaults } from '../../shared/purchasing/change-stage.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { needsDecoration } from '../../shared/purchasing/work-order.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { ApiError } from '../api/api-error.ts';
import { useWrite } from '../api/use-write.ts';
import { doneAndMailed, mailText, mailWaits } from '../session/mail-server.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { countText } from '../ui/count-text.ts';
import { focusField } from '../ui/field-name.ts';
import { formatMoney } from '../ui/money.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { changePurchaseOrder, chasePurchaseOrder, sendPurchaseOrder } from './client.ts';
import { NotDecoratedDialog } from './not-decorated-dialog.tsx';
import type { OrderSaves } from './use-save-order.ts';

const refresh = [['purchase-orders'], ['suppliers'], ['shortfall'], ['stock'], ['mail']];

/** The faults that prevent the approval of an order, by field. */
const faultsOf = ({ lines }: PurchaseOrder): Record<string, string> =>
  approvalFaults(
    lines.map((line) => ({
      ...line,
      product_id: line.product?.id ?? null,
      unit_price: line.unit_price ?? null,
      needs_decoration: line.source !== null && needsDecoration(line.decorations, line.decoration),
    })),
  );

/** Whether a refusal is about the email address. If it is, the focus moves to the field of this address. */
function refuseMail({ first_messages }: ApiError): boolean {
  const isAddress = 'contact_email' in first_messages;
  // The focus moves once the message is on the screen.
  if (isAddress) afterPaint(() => focusField('contact_email'));
  return isAddress;
}

const mailedTo = ({ contact_email, supplier }: PurchaseOrder): string => contact_email ?? supplier?.sales_email ?? 'the supplier';

/**
 * Approving, cancelling, closing and mailing a purchase order. Each action waits until every field is stored, then asks; `dialog` is the
 * question.
 */
export function useOrderActions({ id, can, ...order }: PurchaseOrder, saves: OrderSaves) {
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  /** True once approving was tried; from then on the faults that prevent it are shown. */
  const [isTried, setIsTried] = useState(false);
  /** The work order that is being cancelled or closed, while a dialog asks what became of its garments at the decorator. */
  const [ending, setEnding] = useState<{ order: PurchaseOrder; end: 'cancelled' | 'closed' } | null>(null);
  const stage = useWrite({
    send: (json: { approved?: true; send?: false; cancelled?: true; closed?: true; version: number }, options) =>
      changePurchaseOrder(id, json, options),
    success: (_, { approved, send: mails = true }) => (approved && mails ? doneAndMailed('Purchase order updated') : 'Purchase order updated'),
    refresh,
    onRefused: refuseMail,
    onSaved: ({ is_cancelled, is_closed }) => {
      if (is_cancelled || is_closed) void navigate('/admin/purchase-orders');
    },
  });
  const send = useWrite({
    send: (_: undefined, options) => sendPurchaseOrder(id, options),
    success: (answer) => mailText('The order', mailedTo(answer)),
    refresh,
    onRefused: refuseMail,
  });
  const chase = useWrite({
    send: (_: undefined, options) => chasePurchaseOrder(id, options),
    success: (answer) => mailText('A list of what is late', mailedTo(answer)),
    refresh,
    onRefused: refuseMail,
  });

  /** Resolves with the order once every field is stored; with undefined if a field could not be stored. */
  const settle = async (): Promise<PurchaseOrder | undefined> => {
    const latest = await saves.settled();
    if (saves.unsaved.get() === 0) return latest;
    document.querySelector<HTMLElement>('.purchase-order [aria-invalid]')?.focus();
    return undefined;
  };
  const askMail = async (what: 'send' | 'chase'): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    const isSend = what === 'send';
    const yes = await ask({
      title: isSend ? `Send ${latest.our_reference} again?` : `Chase ${latest.our_reference}?`,
      body: (
        <p>
          {isSend ? 'The order and its PDF go to' : 'The lines that are late go to'} {mailedTo(latest)}.{mailWaits()}
          {isSend && latest.sent_at && ` It was sent on ${formatDate(latest.sent_at, 'moment')}.`}
        </p>
      ),
      action: isSend ? 'Send again' : 'Chase supplier',
      keep: 'Go back',
    });
    if (yes) void (isSend ? send : chase).write(undefined);
  };
  const askApprove = async (): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    // The messages are rendered at once, so that the next key goes to the field that has the first one.
    flushSync(() => setIsTried(true));
    const [first] = Object.keys(faultsOf(latest));
    if (first) {
      if (first === 'lines') document.getElementById('add-line')?.focus();
      else focusField(first);
      return;
    }
    const address = latest.contact_email ?? latest.supplier?.sales_email;
    const yes = await ask({
      title: `Approve & finalise ${latest.our_reference}?`,
      body: (
        <div className="flow">
          <p>
            {countText(latest.qty_lines, 'line')}, {countText(latest.qty_requested, 'item')}
            {latest.sub_total !== undefined && latest.sub_total !== null && `, ${formatMoney(latest.sub_total)} ex VAT`}.
          </p>
          <p>
            {address ? (
              <>
                A copy will be sent to the supplier: {address}.{mailWaits()}
              </>
            ) : (
              'Neither this order nor its supplier has an email address. Enter one, or send the PDF yourself.'
            )}
          </p>
          <p>Lines, supplier, reference and prices can no longer be changed afterwards.</p>
        </div>
      ),
      action: address ? 'Approve & Finalise' : 'Approve without email',
      keep: address ? 'Go back' : 'Enter an address',
    });
    if (yes) void stage.write({ approved: true, ...(!address && { send: false }), version: latest.version });
    else if (!address) afterPaint(() => focusField('contact_email'));
  };
  const askEnd = async (end: 'cancelled' | 'closed'): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    if (latest.qty_out > 0) return setEnding({ order: latest, end });
    const isCancel = end === 'cancelled';
    const yes = await ask({
      title: `${isCancel ? 'Cancel' : 'Close'} ${latest.our_reference}?`,
      body: <p>This cannot be undone.</p>,
      action: isCancel ? 'Cancel PO' : 'Close PO',
      keep: 'Go back',
      destroys: isCancel,
    });
    if (yes) void stage.write({ [end]: true, version: latest.version });
  };

  return {
    askApprove,
    askMail,
    askEnd,
    dialog: (
      <>
        {dialog}
        {ending && (
          <NotDecoratedDialog
            order={ending.order}
            end={ending.end}
            onClose={() => setEnding(null)}
            onSaved={() => void navigate('/admin/purchase-orders')}
          />
        )}
      </>
    ),
    isTried,
    /** The faults that prevent the approval; empty until approving was tried. */
    faults: isTried && can.edit_lines ? faultsOf({ id, can, ...order }) : {},
    /** What is wrong with the header. */
    errors: { ...stage.errors, ...send.errors, ...chase.errors },
    busy: { stage: stage.busy, send: send.busy, chase: chase.busy },
  };
}
export type OrderActions = ReturnType<typeof useOrderActions>;
