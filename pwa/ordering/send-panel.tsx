import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { mustChooseSizes } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useWrite } from '../api/use-write.ts';
import { WorksElsewhere } from '../api/works-elsewhere.tsx';
import { mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { AddressWords } from './address-editor.tsx';
import { budgetWaitText } from './budget-stand.ts';
import { type Budget, type Order, orders } from './client.ts';
import { MissingSizesWords } from './missing-sizes.tsx';
import { afterChange, orderKey, useKeepOrder, useUnavailable } from './order-data.ts';
import { missingSizes } from './order-words.ts';
import { OverBudget } from './over-budget.tsx';
import {
  clashingReferences,
  type Reference,
  type References,
  referenceWords,
  shownReferences,
  storedReference,
  typedReferences,
} from './send-form.ts';
import { Unavailable, unavailableWords } from './unavailable.tsx';
import { useBudgetStand } from './use-budget-stand.ts';
import { useSendForm } from './use-send-form.ts';

interface SendPanelProps {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onClose: () => void;
  onSent: () => void;
}

/** Submits an order from its review, or approves a request. Shows the PO reference, the delivery, and what the person has to confirm. */
export function SendPanel({ order, read, budgets, onClose, onSent }: SendPanelProps) {
  const { role } = useSession();
  const keep = useKeepOrder();
  const queries = useQueryClient();
  const { stand, refusal, meetBudgets } = useBudgetStand(order, budgets);
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;
  const isBlocked = missing > 0 && mustChooseSizes(role);
  const [initialOrder] = useState(order);
  const approves = initialOrder.can.approve;
  const isReturned = approves && !order.can.approve;
  const needs = order.can.request ? { po: false, cc: false } : order.requires;
  // The requester may not have known that a cost code is required. The field for a missing code stays on the screen even once the code is stored.
  const lacksCostCode = needs.cc && !order.cost_code;
  const [asksCostCode, setAsksCostCode] = useState(lacksCostCode);
  if (lacksCostCode && !asksCostCode) setAsksCostCode(true);
  const { askAgain, dialog: changedMeanwhile } = useChangedMeanwhile({ action: 'Send it as it is', keep: 'Go back' });
  const send = useWrite({
    send: (_: undefined, options) => {
      const formValues = form.hook.getValues();
      const { client_po_reference, cost_code } = typedReferences(base, formValues);
      const json = {
        submitted_at: new Date().toISOString(),
        ...(client_po_reference !== undefined && { po_reference: client_po_reference }),
        ...(cost_code !== undefined && { cost_code }),
        force_over_budget_order: formValues.force_over_budget_order,
        ...(missing > 0 && { confirm_missing_sizes: formValues.confirm_missing_sizes }),
        version: read.current.version,
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: {}, json }, options));
    },
    refresh: afterChange(order.uuid),
    onSaved: (savedOrder) => {
      const what = !savedOrder.is_submitted ? 'was sent for approval' : approves ? 'is approved and submitted' : 'is submitted';
      toast(`Order ${savedOrder.order_number} ${what}`);
      keep(savedOrder);
      onSent();
    },
    onRefused: (error) => {
      if (error.code === 'stale_version' && error.current) {
        void meetChanges(error.message, error.current as Order);
        return true;
      }
      if (error.errors?.lines) void queries.invalidateQueries({ queryKey: orderKey(order.uuid) });
      const faultCount = Object.keys(onFields(error.first_messages)).length + (meetBudgets(error) ? 1 : 0);
      return faultCount > 0 && faultCount === Object.keys(error.first_messages).length;
    },
  });
  /** Names what has changed since the person read the order, and sends the order if the person agrees. */
  const meetChanges = async (message: string, now: Order): Promise<void> => {
    keep(now);
    // If the request was declined or withdrawn, it can no longer be approved, and the panel says so.
    if (approves && !now.can.approve) return;
    const formValues = form.hook.getValues();
    const { before, words } = clashingReferences(base, formValues, read.current, now);
    const isAgreed = await askAgain(message, before, now, words);
    read.current = now;
    if (isAgreed) await send.write(undefined);
  };
  const onFields = ({ po_reference, cost_code }: Record<string, string>): Record<string, string> => ({
    ...(po_reference && { client_po_reference: po_reference }),
    ...(cost_code && asksCostCode && { cost_code }),
  });
  const { form, base, theirs, takeTheirs } = useSendForm(order, {
    check: (formValues) => ({
      client_po_reference: needs.po && !formValues.client_po_reference.trim() ? messages.po_needed : null,
      cost_code: asksCostCode && !formValues.cost_code.trim() ? messages.cost_code_needed : null,
    }),
    errors: onFields(send.errors),
    onComplete: () => send.write(undefined),
  });
  const { values } = form;
  const storedPo = storedReference(base, 'client_po_reference');
  const shownPo = shownReferences(base).client_po_reference;
  const typedFields = typedReferences(base, values);
  const unavailable = useUnavailable(order);
  const waits = isReturned
    ? messages.request_returned
    : unavailable.length
      ? unavailableWords(unavailable)
      : isBlocked
        ? 'Choose the missing sizes first'
        : missing > 0 && !values.confirm_missing_sizes
          ? 'Confirm the missing sizes to go on'
          : order.can.request
            ? null
            : budgetWaitText(stand, values.force_over_budget_order);
  const title = approves ? `Approve order ${order.order_number}?` : order.can.request ? 'Send for approval' : `Submit order ${order.order_number}?`;

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      description={order.delivery_site?.name}
      waits={waits}
      action={approves ? 'Approve and submit' : order.can.request ? 'Send for approval' : 'Submit'}
      busyText="Sending…"
      cancel="Go back"
    >
      {changedMeanwhile}
      <div className="form-part">
        <Unavailable order={order} lines={unavailable} />
        {(theirs.length > 0 || order.version !== initialOrder.version) && (
          <ChangesBanner order={order} base={base} fields={theirs} edits={typedFields} isReturned={isReturned} onTake={takeTheirs} />
        )}
        {order.delivery_site && <WorksElsewhere order={order} site_id={order.delivery_site.id} site={order.delivery_site.name} />}
        {order.delivery_address && (
          <address className="confirm-address">
            <AddressWords of={order.delivery_address} />
          </address>
        )}
        {!order.can.request && (
          <OverBudget budgets={budgets} refusal={refusal} tick={form.tick('force_over_budget_order')} isTicked={values.force_over_budget_order} />
        )}
        {isBlocked && (
          <Banner tone="wrong">
            <p className="strong">Sizes Missing</p>
            <p>{messages.sizes_missing}</p>
          </Banner>
        )}
        {missing > 0 && !isBlocked && (
          <>
            <MissingSizesWords order={order} />
            <Tick {...form.tick('confirm_missing_sizes')}>
              Order with {missingSizes(missing)}; we ask their wearers by e-mail.{mailWaits()}
            </Tick>
          </>
        )}
        <TextField
          label="PO reference"
          counted
          {...form.field('client_po_reference')}
          hint={
            storedPo !== shownPo && values.client_po_reference === shownPo
              ? `Sent as ${storedPo}`
              : needs.po
                ? 'Needed for this site'
                : 'Printed on the delivery note'
          }
        />
        {asksCostCode && <TextField label="Cost code" counted hint="Needed for this site" {...form.field('cost_code')} />}
      </div>
    </FormDialog>
  );
}

interface ChangesBannerProps {
  order: Order;
  /** The order that the form was filled from. */
  base: Order;
  /** The references that somebody else has changed. */
  fields: readonly Reference[];
  /** The references that this person has edited. */
  edits: Partial<References>;
  /** True if the request was declined or withdrawn. */
  isReturned: boolean;
  onTake: (field: Reference) => void;
}

/** What somebody else has changed since the panel was opened. */
function ChangesBanner({ order, base, fields, edits, isReturned, onTake }: ChangesBannerProps) {
  return (
    <Banner tone="warn">
      <p className="strong">{isReturned ? messages.request_returned : messages.changed_meanwhile}</p>
      {fields.map((field) => (
        <p key={field}>
          {referenceWords(field, storedReference(base, field), edits[field])}{' '}
          {edits[field] !== undefined && (
            <button type="button" className="link" onClick={() => onTake(field)}>
              Take theirs
            </button>
          )}
        </p>
      ))}
      <p>
        It has {countText(order.qty_total_items, 'item')} now. Go back to look at it{isReturned ? '' : ', or send it as it is'}.
      </p>
    </Banner>
  );
}
