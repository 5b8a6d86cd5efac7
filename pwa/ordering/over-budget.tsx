import { type ComponentProps, useEffect, useRef } from 'react';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { providerName } from '../../shared/provider-name.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Banner } from '../ui/banner.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Tick } from '../ui/tick.tsx';
import { type BudgetRefusal, budgetStand, overspent } from './budget-stand.ts';
import type { Budget } from './client.ts';

interface OverBudgetProps {
  budgets: readonly Budget[];
  /** The server's refusal of the order because of its budgets. */
  refusal: BudgetRefusal | null;
  /** The form's field by which the person confirms that the budgets may be exceeded. */
  tick: Omit<ComponentProps<typeof Tick>, 'children' | 'error'>;
  isTicked: boolean;
}

/** Says how a budget is raised. If the client has managers who can ask the provider to raise it, names them; otherwise names the provider. */
function raiseWords([first]: readonly Budget[]): string {
  const contacts = first?.contacts ?? [];
  return contacts.length > 0 ? `${listText(contacts, 'or')} can ask ${providerName} to raise it.` : `${providerName} can raise it.`;
}

/**
 * The budgets that an order exceeds, with the sums. If they may be exceeded, the person confirms this with a tick box; otherwise a text says who can
 * help.
 */
export function OverBudget({ budgets, refusal, tick, isTicked }: OverBudgetProps) {
  const box = useRef<HTMLDivElement>(null);
  // The box is scrolled into view, because the person may have sent the order from elsewhere on the page.
  useEffect(() => {
    if (refusal) box.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  const stand = budgetStand(budgets, refusal);
  if (stand === 'within') return null;
  const over = overspent(budgets);
  return (
    <Banner tone={stand === 'forceable' ? 'warn' : 'wrong'} live={refusal !== null}>
      <div className="over-budget" ref={box}>
        <p className="strong">{messages.over_budget}</p>
        {over.map((budget) => (
          <p key={`${budget.employee_id}/${budget.id}`}>
            {budget.employee_name}: {formatMoney(budget.total_spent)} of {formatMoney(budget.budget_value ?? 0)} used, this order{' '}
            {formatMoney(budget.this_order)}, {formatMoney(budget.over_by)} over.
            {budget.period && ` It is renewed on ${formatDate(budget.period.ends_on)}.`}
          </p>
        ))}
        {over.length === 0 && refusal?.sums.map((sum) => <p key={sum}>{sum}</p>)}
        {stand === 'forceable' ? (
          <>
            <p>
              An alert e-mail may be sent to a manager.{mailWaits()} {raiseWords(over)}
            </p>
            <Tick {...tick} error={isTicked ? null : refusal?.text}>
              Order over budget
            </Tick>
          </>
        ) : (
          <p>This budget cannot be exceeded. Remove something from the order. {raiseWords(over)}</p>
        )}
      </div>
    </Banner>
  );
}
