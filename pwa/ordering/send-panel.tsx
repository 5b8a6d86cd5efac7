import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { mustChooseSizes } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { AddressWords } from './address-editor.tsx';
import { type Budget, type Order, orders } from './client.ts';
import { MissingSizesWords } from './missing-sizes.tsx';
import { afterChange, useKeepOrder } from './order-data.ts';
import { missingSizes } from './order-words.ts';
import { budgetsAllow, OverBudget } from './over-budget.tsx';

interface SendForm {
  po_reference: string;
  cost_code: string;
  force_over_budget_order: boolean;
  confirm_missing_sizes: boolean;
}

interface SendPanelProps {
  order: Order;
  budgets: readonly Budget[];
  onClose: () => void;
  onSent: () => void;
}

/** Submits an order from its review, or approves a request: PO reference, where it goes, and what has to be confirmed. */
export function SendPanel({ order, budgets, onClose, onSent }: SendPanelProps) {
  const { role } = useSession();
  const keep = useKeepOrder();
  const stored = order.client_po_reference ?? '';
  const cut = stored.slice(0, limits.po_reference_review);
  const isCut = cut !== stored;
  const form = useForm<SendForm>({
    defaultValues: {
      po_reference: cut,
      cost_code: order.cost_code ?? '',
      force_over_budget_order: false,
      confirm_missing_sizes: false,
    },
  });
  const values = form.watch();
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;
  const isBlocked = missing > 0 && mustChooseSizes(role);
  const approves = order.can.approve;
  const needs = order.can.request ? { po: false, cc: false } : order.requires;
  // Who asked need not have known it.
  const [asksCostCode] = useState(needs.cc && !order.cost_code);
  const [changed, setChanged] = useState<string | null>(null);
  const send = useWrite({
    send: (given: SendForm, options) => {
      const json = {
        submitted_at: new Date().toISOString(),
        // A longer one than fits here stays whole until another is given.
        ...((!isCut || given.po_reference !== cut) && { po_reference: given.po_reference.trim() }),
        ...(asksCostCode && { cost_code: given.cost_code.trim() }),
        force_over_budget_order: given.force_over_budget_order,
        ...(missing > 0 && { confirm_missing_sizes: given.confirm_missing_sizes }),
        version: order.version,
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: {}, json }, options));
    },
    refresh: afterChange(order.uuid),
    onSaved: (sent) => {
      const what = !sent.is_submitted ? 'was sent for approval' : approves ? 'is approved and submitted' : 'is submitted';
      toast(`Order ${sent.order_number} ${what}`);
      keep(sent);
      onSent();
    },
    onRefused: (error) => {
      if (error.code === 'stale_version' && error.current) {
        keep(error.current as Order);
        setChanged(error.message);
        return true;
      }
      const shown = (['po_reference', 'cost_code'] as const).filter((field) => error.first_messages[field] !== undefined);
      for (const field of shown) form.setError(field, { type: 'server', message: error.first_messages[field] ?? '' }, { shouldFocus: true });
      return shown.length > 0 && shown.length === Object.keys(error.first_messages).length;
    },
  });
  const submit = form.handleSubmit((given) => {
    const lacksPo = needs.po && !given.po_reference.trim();
    const lacksCostCode = asksCostCode && !given.cost_code.trim();
    if (lacksCostCode) form.setError('cost_code', { type: 'missing', message: messages.cost_code_needed }, { shouldFocus: true });
    if (lacksPo) form.setError('po_reference', { type: 'missing', message: messages.po_needed }, { shouldFocus: true });
    if (!lacksPo && !lacksCostCode) void send.write(given);
  });
  const isReady =
    !isBlocked && (missing === 0 || values.confirm_missing_sizes) && (order.can.request || budgetsAllow(budgets, values.force_over_budget_order));
  const title = approves ? `Approve order ${order.order_number}?` : order.can.request ? 'Send for approval' : `Submit order ${order.order_number}?`;

  return (
    <Dialog
      open
      onClose={onClose}
      closable={!send.busy}
      title={title}
      description={order.delivery_site?.name}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose} disabled={send.busy}>
            Go back
          </Button>
          <Button look="primary" type="submit" disabled={!isReady} busy={send.busy} busyText="Sending…">
            {approves ? 'Approve and submit' : order.can.request ? 'Send for approval' : 'Submit'}
          </Button>
        </>
      }
    >
      <div className="form-part">
        {changed && (
          <Banner tone="warn">
            <p className="strong">{changed}</p>
            <p>It has {countText(order.qty_total_items, 'item')} now. Go back to look at it, or send it as it is.</p>
          </Banner>
        )}
        {order.delivery_address && (
          <address className="confirm-address">
            <AddressWords of={order.delivery_address} />
          </address>
        )}
        {!order.can.request && <OverBudget budgets={budgets} tick={<Tick {...form.register('force_over_budget_order')}>Order over budget</Tick>} />}
        {isBlocked && (
          <Banner tone="wrong">
            <p className="strong">Sizes Missing</p>
            <p>{messages.sizes_missing}</p>
          </Banner>
        )}
        {missing > 0 && !isBlocked && (
          <>
            <MissingSizesWords order={order} />
            <Tick {...form.register('confirm_missing_sizes')}>Order with {missingSizes(missing)}; their wearers are asked by e-mail</Tick>
          </>
        )}
        <TextField
          label="PO reference"
          counted
          maxLength={limits.po_reference_review}
          {...form.register('po_reference')}
          value={values.po_reference}
          hint={isCut && values.po_reference === cut ? `Sent as ${stored}` : needs.po ? 'Needed for this site' : 'Printed on the delivery note'}
          error={form.formState.errors.po_reference?.message}
        />
        {asksCostCode && (
          <TextField
            label="Cost code"
            counted
            maxLength={limits.cost_code}
            {...form.register('cost_code')}
            value={values.cost_code}
            hint="Needed for this site"
            error={form.formState.errors.cost_code?.message}
          />
        )}
      </div>
    </Dialog>
  );
}
