import type { ComponentProps } from 'react';
import type { AllowanceExcess } from '../../shared/allowances/allowance.ts';
import { excessText } from '../../shared/allowances/allowance-words.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { GiveExtra } from '../api/give-extra.tsx';
import { Banner } from '../ui/banner.tsx';
import { TextArea } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import type { Order } from './client.ts';

interface OverAllowanceProps {
  order: Order;
  /** The field by which somebody who may grant the excess confirms it. */
  tick: Omit<ComponentProps<typeof Tick>, 'children'>;
  /** The field for the reason. */
  reason: Omit<ComponentProps<typeof TextArea>, 'label'>;
}

/**
 * The allowances that an order goes over, with the calculations. If the order may go over them, it takes the reason; somebody who may grant the
 * excess confirms it. An approver reads the reason of the requester.
 */
export function OverAllowance({ order, tick, reason }: OverAllowanceProps) {
  const over = order.allowances.filter((allowance) => allowance.over > 0);
  if (over.length === 0) return null;
  const isRefused = over.some(({ when_exceeded }) => when_exceeded === 'refuse');
  const asks = !isRefused && order.excess_step !== null;
  const extendable = over.filter(({ when_exceeded }) => when_exceeded === 'refuse' || (when_exceeded === 'approve' && order.can.approve));
  return (
    <Banner tone={isRefused ? 'wrong' : 'warn'} live={false}>
      <div className="over-budget">
        <p className="strong">{messages.allowances.over}</p>
        {over.map(({ employee_id, allowance_id, employee_name, arithmetic, when_exceeded }) => (
          <p key={`${employee_id}/${allowance_id}`}>
            {employee_name}, {arithmetic}. {adviceText(order, when_exceeded)}
          </p>
        ))}
        {order.is_requested && order.excess_reason && <p>The reason: {order.excess_reason}</p>}
        {extendable.map(({ employee_id, allowance_id, employee_name, over: amount }) => (
          <GiveExtra
            key={`${employee_id}/${allowance_id}`}
            wearer={{ id: employee_id, name: employee_name }}
            allowance_id={allowance_id}
            amount={amount}
            reason={order.excess_reason ?? ''}
          />
        ))}
        {asks && <TextArea label="Why are more needed?" rows={2} counted maxLength={limits.excess_reason} {...reason} />}
        {asks && order.excess_step === 'confirm' && <Tick {...tick}>Order over the allowance</Tick>}
      </div>
    </Banner>
  );
}

/** What happens with the excess of an order: whoever approves a request grants it, and somebody who may grant it confirms it. */
function adviceText(order: Order, excess: AllowanceExcess): string {
  if (excess === 'approve' && order.can.approve) return 'Approving the request grants it.';
  return excess === 'approve' && order.excess_step === 'confirm' ? 'Give the reason and confirm it.' : excessText[excess];
}

/** Says what an order's allowances still require before it is sent; null if they require nothing. */
export function allowanceWaitText(order: Order, values: { force_over_allowance: boolean }): string | null {
  if (order.allowances.some(({ over, when_exceeded }) => over > 0 && when_exceeded === 'refuse')) return 'The order goes over an allowance';
  return order.excess_step === 'confirm' && !values.force_over_allowance ? 'Tick Order over the allowance to go on' : null;
}
