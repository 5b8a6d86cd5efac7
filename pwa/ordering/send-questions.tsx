import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { mustChooseSizes } from '../../shared/ordering/submit-order.ts';
import { WorksElsewhere } from '../api/works-elsewhere.tsx';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AddressWords } from './address-editor.tsx';
import type { Order } from './client.ts';
import type { DetailsForm } from './details-form.ts';
import { MissingSizesWords } from './missing-sizes.tsx';
import { asksApproval } from './order-words.ts';

/** The questions before an order is sent, in this sequence: people for whom nothing is ordered, missing sizes, and whether the address is right. */
export type SendQuestion = 'nothing' | 'sizes' | 'address' | null;

/** The first of these questions that applies after `question`. */
export function nextQuestion(order: Order, question: SendQuestion): Exclude<SendQuestion, null> {
  if (question === null && forgottenOf(order).length > 0) return 'nothing';
  return question !== 'sizes' && order.lines.some(({ is_size_selected }) => !is_size_selected) ? 'sizes' : 'address';
}

interface SendQuestionsProps {
  order: Order;
  question: SendQuestion;
  onAsk: (next: SendQuestion) => void;
  onChooseItems: () => void;
  onChooseSizes: () => void;
  onSend: () => void;
  busy: boolean;
  values: DetailsForm;
  site: string;
  /** The number of items, as text. */
  items: string;
}

/** Asks the questions after the form is filled and before the order is sent. */
export function SendQuestions({ order, question, onAsk, onChooseItems, onChooseSizes, onSend, busy, values, site, items }: SendQuestionsProps) {
  const mustChoose = mustChooseSizes(useSession().role);
  const close = (): void => onAsk(null);
  const forgotten = forgottenOf(order);
  return (
    <>
      <Dialog
        open={question === 'nothing'}
        onClose={close}
        title={messages.nothing_for(listText(forgotten.map(({ name }) => name)))}
        icon={{ name: 'alert', tone: 'warn' }}
        actions={
          <>
            <Button onClick={() => onAsk(nextQuestion(order, 'nothing'))}>
              {forgotten.length === 1 ? 'Order without them' : 'Order without these people'}
            </Button>
            <Button look="primary" onClick={onChooseItems}>
              Choose items
            </Button>
          </>
        }
      >
        <p>{messages.goes_without(forgotten.length)}</p>
      </Dialog>
      <Dialog
        open={question === 'sizes'}
        onClose={close}
        title="Sizes Missing"
        icon={{ name: 'alert', tone: 'warn' }}
        actions={
          mustChoose ? (
            <Button look="primary" onClick={onChooseSizes}>
              Choose sizes
            </Button>
          ) : (
            <>
              <Button onClick={onChooseSizes}>Choose sizes</Button>
              <Button look="primary" onClick={() => onAsk('address')}>
                Send without sizes
              </Button>
            </>
          )
        }
      >
        {mustChoose ? <p>{messages.sizes_missing}</p> : <MissingSizesWords order={order} />}
      </Dialog>
      <Dialog
        open={question === 'address'}
        onClose={close}
        closable={!busy}
        title="Confirm the delivery address"
        description={site}
        actions={
          <>
            <Button disabled={busy} onClick={close}>
              Change it
            </Button>
            <Button look="primary" busy={busy} busyText="Sending…" onClick={onSend}>
              {asksApproval(order) ? 'Send for approval' : 'Deliver here'}
            </Button>
          </>
        }
      >
        <WorksElsewhere order={order} site_id={values.delivery_site_id} site={site} />
        <address className="confirm-address">
          <AddressWords of={values.delivery_address} />
        </address>
        <p className="sub">
          {items}. Questions go to {[values.contact_name, values.contact_phone].filter(Boolean).join(', ') || 'the requester'}.
        </p>
      </Dialog>
    </>
  );
}
