import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { answer } from '../api/answer.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useOverBudget } from '../api/over-budget.tsx';
import { useReadOrder } from '../api/use-read-order.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useKey } from '../ui/use-key.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { Why } from '../ui/why.tsx';
import { adminOrders, type Order } from './client.ts';
import { type ExcessConfirmation, useExcessReason } from './use-excess-reason.tsx';

interface Confirmed extends ExcessConfirmation {
  force_over_budget_order?: true;
  confirm_missing_sizes?: true;
}

/** Submits a draft. Asks first if sizes are missing or a budget or an allowance is exceeded, and lists everything else that is missing. */
export function SubmitOrder({ order, before }: { order: Order; before: () => Promise<boolean> }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();

  const {
    isOverBudget,
    forcing,
    dialog: overBudget,
  } = useOverBudget({
    title: messages.over_budget,
    action: 'Submit over budget',
    keep: 'Back to the order',
  });
  const { isOverAllowance, explaining, dialog: excessReason } = useExcessReason();
  const confirmSizes = async (input: Confirmed) => {
    const yes = await ask({
      title: 'Submit with missing sizes?',
      body: messages.confirm_missing_sizes,
      action: 'Submit without them',
      keep: 'Choose sizes first',
    });
    if (yes) await send({ ...input, confirm_missing_sizes: true });
  };
  const read = useReadOrder(order);
  const { askAgain, dialog: changedMeanwhile } = useChangedMeanwhile({ action: 'Submit it as it is', keep: 'Back to the order' });
  const meetChanges = async (title: string, now: Order, input: Confirmed) => {
    const isAgreed = await askAgain(title, read.current, now);
    read.current = now;
    if (isAgreed) await send(input);
  };
  const submit = useWrite({
    send: (input: Confirmed, options) => {
      const json = { submit: true, terms: true, version: read.current.version, ...input } as const;
      return answer(adminOrders[':uuid'].$put({ param: { uuid: order.uuid }, json }, options));
    },
    success: `Order ${order.order_number} is submitted`,
    refresh: [['orders', order.uuid], ['admin-orders']],
    onSaved: () => void navigate('/admin/orders'),
    onRefused: (error, input) => {
      if (error.code === 'stale_version' && error.current) {
        const current = error.current as Order;
        queries.setQueryData(['orders', order.uuid], current);
        void meetChanges(error.message, current, input);
        return true;
      }
      const isQuestion = String(Object.keys(error.errors ?? {})) === 'confirm_missing_sizes';
      if (isQuestion) void confirmSizes(input);
      return isQuestion || isOverAllowance(error) || isOverBudget(error);
    },
  });
  const send = (input: Confirmed) => forcing((budget) => explaining((excess) => submit.write({ ...input, ...budget, ...excess })));
  const isWanted = async (): Promise<boolean> => {
    const forgotten = forgottenOf(queries.getQueryData<Order>(['orders', order.uuid]) ?? order);
    if (forgotten.length === 0) return true;
    return ask({
      title: messages.nothing_for(listText(forgotten.map(({ name }) => name))),
      body: messages.goes_without(forgotten.length),
      action: forgotten.length === 1 ? 'Submit without them' : 'Submit without these people',
      keep: 'Back to the order',
    });
  };
  const can = order.can.submit || order.can.approve;
  const isEmpty = order.lines.length === 0;
  const go = async () => {
    // If a change could not be saved, a message about it is already on the screen, and the order is not submitted.
    if ((await before()) && (await isWanted())) void send({});
  };
  useKey('ctrl+enter', can && !isEmpty && !submit.busy ? () => void go() : undefined, 'Submit');
  if (!can) return null;
  return (
    <>
      <Why id="submit-waits">{isEmpty ? messages.no_lines : null}</Why>
      <Button
        look="primary"
        block={isPhone}
        disabled={isEmpty}
        aria-describedby={isEmpty ? 'submit-waits' : undefined}
        title="Ctrl + Enter"
        busy={submit.busy}
        busyText="Submitting"
        aria-keyshortcuts="Control+Enter"
        onClick={() => void go()}
      >
        Submit
      </Button>
      {dialog}
      {changedMeanwhile}
      {overBudget}
      {excessReason}
    </>
  );
}
