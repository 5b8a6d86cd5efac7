import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import type { Waiting } from '../api/waiting.ts';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import { type Budget, readOrderBudgets } from './client.ts';

type Request = NonNullable<Waiting['decisions']['oldest']>;

/** The oldest request that waits for the reader: who asks for what, since when, and what is left of the budget after it. */
export function DecisionCard({ order, count }: { order: Request; count: number }) {
  const budgets = useQuery({
    queryKey: ['order', order.uuid, 'budgets', order.version],
    queryFn: () => readOrderBudgets(order.uuid),
    enabled: order.sub_total !== null,
  });
  const [line] = order.lines ?? [];
  const colour = line?.product.attributes.colour_hex;
  return (
    <section className="card waiting-decision" aria-labelledby="waiting-decision">
      {/* This link is for touch; screen readers and the keyboard use the button. */}
      <Link className="card-cover" to={`/orders/${order.uuid}`} aria-hidden="true" tabIndex={-1} />
      <GarmentTile media={line?.product.media ?? []} alt="" colour={colour} size={56} />
      <div>
        <h2 id="waiting-decision">{countText(count, 'request')} to decide</h2>
        <p className="sub text-md">{requestText(order)}</p>
      </div>
      <p className="waiting-since">
        <Icon name="clock" />
        <span>
          Waits since <strong>{sinceText(order.requested_at ?? order.created_at)}</strong>. {budgetText(budgets.data?.items ?? [])}
        </span>
      </p>
      <ButtonLink look="primary" to={`/orders/${order.uuid}`}>
        {count === 1 ? 'Decide the request' : `Decide ${count} requests`}
      </ButtonLink>
    </section>
  );
}

/** "Siân Rees-Williams asks for 2 × Zip Hoodie and 3 more items, £49.20". */
function requestText({ requester, lines = [], qty_total_items, sub_total }: Request): string {
  const [line] = lines;
  const qty = line ? line.qty_requested - line.qty_cancelled : 0;
  const more = qty_total_items - qty;
  const items = line ? `${qty} × ${line.product_name}${more > 0 ? ` and ${countText(more, 'more item')}` : ''}` : 'nothing';
  return [`${requester.name} asks for ${items}`, sub_total !== null && formatMoney(sub_total)].filter(Boolean).join(', ');
}

const DAY = 24 * 3_600_000;

/** "today", "yesterday" or "28/11/2026, 3 days". */
function sinceText(at: string): string {
  const days = Math.round((Date.parse(ukDate(new Date().toISOString())) - Date.parse(ukDate(at))) / DAY);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `${formatDate(at)}, ${days} days`;
}

/** What the budgets of a request say to the person who decides it; empty if no budget limits it. */
function budgetText(budgets: readonly Budget[]): string {
  const over = budgets.filter(({ over_by }) => over_by > 0);
  const [worst] = over;
  if (worst) {
    const excess = `It is ${formatMoney(worst.over_by)} over ${worst.employee_name}’s budget.`;
    return over.every(({ is_budget_forceable }) => is_budget_forceable)
      ? `${excess} You may approve it.`
      : `${excess} The budget cannot be exceeded.`;
  }
  const [tightest] = budgets
    .flatMap(({ budget_value, total_spent, this_order, employee_name }) =>
      budget_value === null ? [] : [{ left: budget_value - total_spent - this_order, employee_name }],
    )
    .sort((one, other) => one.left - other.left);
  return tightest ? `After it ${tightest.employee_name} has ${formatMoney(tightest.left)} left.` : '';
}
