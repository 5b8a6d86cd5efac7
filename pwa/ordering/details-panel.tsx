import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { submissionFaults } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, UnsentMark } from '../ui/form.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SaveState } from '../ui/save-state.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { budgetsAllow } from './budget-stand.ts';
import { type Budget, type Order, orders } from './client.ts';
import { DetailsClash } from './details-clash.tsx';
import { DetailsFields } from './details-fields.tsx';
import { type DetailsForm, keepable } from './details-form.ts';
import { listKey, orderKey, useUnavailable } from './order-data.ts';
import { OverBudget } from './over-budget.tsx';
import { nextQuestion, type SendQuestion, SendQuestions } from './send-questions.tsx';
import { Unavailable, unavailableWords } from './unavailable.tsx';
import { useBudgetStand } from './use-budget-stand.ts';
import { useDeliverySites } from './use-delivery-sites.ts';
import { useDetailsForm } from './use-details-form.ts';
import { useKeptDetails } from './use-kept-details.ts';
import type { Leaving } from './use-leaving.ts';

interface DetailsPanelProps {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onClose: () => void;
  /** Goes back to the products of this wearer. */
  onChoose: (wearer: number | undefined) => void;
  leaving: Leaving;
}

/**
 * Contact, delivery, references and terms, and the button that sends the order: its own page on a phone, a dialog on a desk. What
 * is typed is saved continuously.
 */
export function DetailsPanel({ order, read, budgets, onClose, onChoose, leaving }: DetailsPanelProps) {
  const isPhone = useIsPhone();
  const queries = useQueryClient();
  const { role, who } = useSession();
  const form = useDetailsForm(order, who, (detailsInput) => complete(detailsInput));
  const { hook, values } = form;
  const [question, setQuestion] = useState<SendQuestion>(null);
  const [showsTerms, setShowsTerms] = useState(false);
  const { saved, clash, resolve, settle, meetRefusal } = useKeptDetails(order, hook, read);
  const { askAgain, dialog: changedMeanwhile } = useChangedMeanwhile({ action: 'Send it as it is', keep: 'Look at it' });
  const { stand, refusal, meetBudgets } = useBudgetStand(order, budgets);
  const isRequest = order.can.request;
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;

  const sites = useDeliverySites(order, hook);
  const unavailable = useUnavailable(order, values.delivery_site_id);

  const submit = useWrite({
    send: (detailsInput: DetailsForm, options) => {
      const { terms, force_over_budget_order, saveAddress } = detailsInput;
      const json = {
        ...keepable(detailsInput),
        set_delivery_details: true,
        saveAddress,
        terms,
        force_over_budget_order,
        ...(missing > 0 && { confirm_missing_sizes: true }),
        version: read.current.version,
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: { submitted: 'true' }, json }, options));
    },
    refresh: [listKey],
    onSaved: (savedOrder) => {
      // Marked as out of date, but not read again here: a screen that is being left must not react to it.
      void queries.invalidateQueries({ queryKey: orderKey(order.uuid), refetchType: 'none' });
      toast(savedOrder.is_submitted ? `Order ${savedOrder.order_number} is submitted` : `Order ${savedOrder.order_number} was sent for approval`);
      leaving.leave();
    },
    onRefused: (error) => {
      setQuestion(null);
      if (meetRefusal(error)) {
        void meetChanges(error);
        return true;
      }
      showOnFields(error);
      const isBudget = meetBudgets(error) !== null;
      // The order's new status decides which screen it is on; a new read names products that are no longer offered.
      if (error.status === 409 || error.errors?.lines) void queries.invalidateQueries({ queryKey: orderKey(order.uuid) });
      return isBudget && Object.keys(error.first_messages).length === 1;
    },
  });

  /** Names what has changed since the person read the order, and sends it once they agree. */
  const meetChanges = async ({ message, current }: ApiError): Promise<void> => {
    const changedOrder = current as Order;
    // Fields that both have changed are settled first.
    if (!(await settle())) return;
    const isAgreed = await askAgain(message, read.current, changedOrder);
    read.current = changedOrder;
    if (isAgreed) await send();
  };
  const showOnFields = (error: ApiError): void => {
    for (const [field, message] of Object.entries(error.first_messages)) {
      if (field in values || field.startsWith('delivery_address.')) hook.setError(field as keyof DetailsForm, { type: 'server', message });
    }
  };

  const complete = (detailsInput: DetailsForm): void => {
    const faults = submissionFaults(
      {
        lines: order.lines.length,
        lines_with_no_sizes: 0,
        delivery_site_id: detailsInput.delivery_site_id || null,
        delivery_address: detailsInput.delivery_address,
        client_po_reference: detailsInput.client_po_reference || null,
        cost_code: detailsInput.cost_code || null,
        requires: isRequest ? { po: false, cc: false } : order.requires,
      },
      { terms: detailsInput.terms, confirm_missing_sizes: true },
      role,
    );
    const [first] = Object.keys(faults);
    for (const [field, message] of Object.entries(faults))
      hook.setError(field as keyof DetailsForm, { type: 'missing', message }, { shouldFocus: field === first });
    if (!first) setQuestion(nextQuestion(order, null));
  };
  const [isSettling, setIsSettling] = useState(false);
  const send = async (): Promise<void> => {
    setIsSettling(true);
    const isSent = await leaving.during(async () => (await settle()) && (await submit.write(hook.getValues())) !== undefined);
    if (!isSent) setQuestion(null);
    setIsSettling(false);
  };
  const isSending = isSettling || submit.busy;
  const isUnsent = submit.error?.is_transient === true && !isSending;

  const isAllowed = isRequest || budgetsAllow(stand, values.force_over_budget_order);
  const overWords = stand === 'forceable' ? 'Tick Order over budget to go on' : 'The order is over budget';
  const waits = unavailable.length ? unavailableWords(unavailable) : !values.terms ? 'Tick the terms to go on' : isAllowed ? null : overWords;
  // A failed save is always shown: its usual place is taken until the terms are ticked, and on a phone that place may be scrolled away.
  const isUnsaved = saved.state === 'failed';
  const send_words = isRequest ? 'Send for Approval' : 'Submit Order';
  const items = `${countText(order.qty_total_items, 'item')}${order.sub_total === null ? '' : ` · ${formatMoney(order.sub_total)} ex VAT`}`;

  const body = (
    <div className="details">
      <Unavailable order={order} lines={unavailable} onGo={onChoose} />
      {!isRequest && (
        <OverBudget budgets={budgets} refusal={refusal} tick={form.tick('force_over_budget_order')} isTicked={values.force_over_budget_order} />
      )}
      <DetailsFields order={order} form={form} sites={sites} />
    </div>
  );
  const terms = (
    <div className="line terms">
      <Tick {...form.tick('terms')}>I accept the terms</Tick>
      <button type="button" className="link" onClick={() => setShowsTerms(true)}>
        Read the terms
      </button>
    </div>
  );
  const sender = (
    <Button
      look="primary"
      type="submit"
      form={form.id}
      disabled={waits !== null}
      aria-describedby={waits ? 'details-waits' : undefined}
      busy={isSending}
      busyText="Sending…"
      block={isPhone}
    >
      {send_words}
    </Button>
  );

  const dialogs = (
    <>
      {changedMeanwhile}
      {clash && (
        <DetailsClash title={clash.message} fields={clash.fields} mine={values} theirs={clash.theirs} siteName={sites.nameOf} onResolve={resolve} />
      )}
      <SendQuestions
        order={order}
        question={question}
        onAsk={setQuestion}
        onChooseItems={() => onChoose(forgottenOf(order)[0]?.id)}
        onChooseSizes={() => onChoose(order.lines.find(({ is_size_selected }) => !is_size_selected)?.employee.id)}
        onSend={() => void send()}
        busy={isSending}
        values={values}
        site={sites.nameOf(values.delivery_site_id)}
        items={items}
      />
      <Dialog
        open={showsTerms}
        onClose={() => setShowsTerms(false)}
        title="Terms"
        width={640}
        actions={<Button onClick={() => setShowsTerms(false)}>Close</Button>}
      >
        <p className="terms-text">{order.terms}</p>
      </Dialog>
    </>
  );

  if (!isPhone) {
    return (
      <>
        <Dialog
          open
          onClose={onClose}
          title="Contact and delivery"
          description={`Order ${order.order_number} · ${items}`}
          width={760}
          closable={!isSending}
          actions={
            <div className="details-actions">
              {terms}
              <span className="push line">
                {waits && (
                  <span className="note" id="details-waits">
                    {waits}
                  </span>
                )}
                {isUnsent ? <UnsentMark /> : (!waits || isUnsaved) && <SaveState state={saved.state} at={saved.at} />}
                {sender}
              </span>
            </div>
          }
        >
          <Form form={form}>{body}</Form>
        </Dialog>
        {dialogs}
      </>
    );
  }
  return (
    <>
      <Page
        title="Contact and delivery"
        back={`/orders/${order.uuid}/edit`}
        sub={`Order ${order.order_number} · ${items}`}
        foot={
          <div className="details-dock">
            {terms}
            {(waits || isUnsaved || isUnsent) && (
              <div className="line text-md">
                {waits && (
                  <p className={values.terms ? 't-wrong' : 'note'} id="details-waits">
                    {waits}
                  </p>
                )}
                {isUnsent ? <UnsentMark /> : isUnsaved && <SaveState state={saved.state} />}
              </div>
            )}
            {sender}
          </div>
        }
      >
        <Form form={form}>
          {body}
          {!isUnsaved && (
            <p className="details-saved">
              <SaveState state={saved.state} at={saved.at} />
            </p>
          )}
        </Form>
      </Page>
      {dialogs}
    </>
  );
}
