import { type RefObject, useState } from 'react';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, UnsentMark } from '../ui/form.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SaveState } from '../ui/save-state.tsx';
import { Tick } from '../ui/tick.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import type { Budget, Order } from './client.ts';
import { DetailsClash } from './details-clash.tsx';
import { DetailsFields } from './details-fields.tsx';
import { ExcessFields, excessWaitText } from './excess-fields.tsx';
import { NextOrder } from './next-order.tsx';
import { useUnavailable } from './order-data.ts';
import { asksApproval } from './order-words.ts';
import { SendQuestions } from './send-questions.tsx';
import { SplitOffer } from './split-offer.tsx';
import { Unavailable, unavailableWords } from './unavailable.tsx';
import { useDeliverySites } from './use-delivery-sites.ts';
import { useDetailsAutosave } from './use-details-autosave.ts';
import { useDetailsForm } from './use-details-form.ts';
import type { Leaving } from './use-leaving.ts';
import { useSubmission } from './use-submission.ts';

interface DetailsPanelProps {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onClose: () => void;
  /** Returns to the products of this wearer. */
  onChoose: (wearer: number | undefined) => void;
  leaving: Leaving;
}

/**
 * Contact, delivery, references and terms, and the button that sends the order: a page of its own on a phone, a dialog on a desktop.
 * What is typed is saved continuously.
 */
export function DetailsPanel({ order, read, budgets, onClose, onChoose, leaving }: DetailsPanelProps) {
  const isPhone = useIsPhone();
  const { who } = useSession();
  const form = useDetailsForm(order, who, (detailsInput) => submission.begin(detailsInput));
  const { hook, values } = form;
  const [showsTerms, setShowsTerms] = useState(false);
  const autosave = useDetailsAutosave(order, hook, read);
  const { saveState, clash } = autosave;
  const submission = useSubmission({ order, read, form, autosave, budgets, leaving });
  const { isSending, isUnsent, stand, refusal } = submission;
  const isRequest = asksApproval(order);

  const sites = useDeliverySites(order, hook);
  const unavailable = useUnavailable(order, values.delivery_site_id);

  const waits = unavailable.length
    ? unavailableWords(unavailable)
    : !values.terms && (isRequest || stand !== 'blocked')
      ? 'Tick the terms to go on'
      : excessWaitText(order, stand, values);
  // A failed save is always shown: its usual place may be out of view, and shows another text until the terms are ticked.
  const isUnsaved = saveState.state === 'failed';
  const sendText = isRequest ? 'Send for Approval' : 'Submit Order';
  const items = `${countText(order.qty_total_items, 'item')}${order.sub_total === null ? '' : ` · ${formatMoney(order.sub_total)} ex VAT`}`;

  const body = (
    <div className="details">
      <NextOrder order={order} />
      {values.delivery_site_id === order.delivery_site?.id && <SplitOffer order={order} />}
      <Unavailable order={order} lines={unavailable} onGo={onChoose} />
      <ExcessFields order={order} budgets={budgets} refusal={refusal} form={form} />
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
      {sendText}
    </Button>
  );

  const dialogs = (
    <>
      {submission.dialog}
      {clash && (
        <DetailsClash
          title={clash.message}
          fields={clash.fields}
          mine={values}
          theirs={clash.theirs}
          siteName={sites.nameOf}
          onResolve={autosave.resolve}
        />
      )}
      <SendQuestions
        order={order}
        question={submission.question}
        onAsk={submission.ask}
        onChooseItems={() => onChoose(forgottenOf(order)[0]?.id)}
        onChooseSizes={() => onChoose(order.lines.find(({ is_size_selected }) => !is_size_selected)?.employee.id)}
        onSend={() => void submission.send()}
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
                {isUnsent ? <UnsentMark /> : (!waits || isUnsaved) && <SaveState state={saveState.state} at={saveState.at} />}
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
                {isUnsent ? <UnsentMark /> : isUnsaved && <SaveState state={saveState.state} />}
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
              <SaveState state={saveState.state} at={saveState.at} />
            </p>
          )}
        </Form>
      </Page>
      {dialogs}
    </>
  );
}
