import { excessText } from '../../shared/allowances/allowance-words.ts';
import { amountText } from '../../shared/allowances/judge-allowances.ts';
import { AllowanceLine, useAllowances } from '../api/allowances.tsx';
import type { Line, Order, Style } from './client.ts';

interface ProductAllowancesProps {
  order: Order;
  wearer: { id: number; name: string };
  style: Style;
  /** The line that is changed; absent for a new one. */
  line?: Line | undefined;
  quantity: number;
}

/** The wearer's allowances that cover a product, with what the order is about to take of them, and what happens if that is too much. */
export function ProductAllowances({ order, wearer, style, line, quantity }: ProductAllowancesProps) {
  const { data } = useAllowances(wearer.id, { enabled: style.allowances.length > 0 });
  return style.allowances.map(({ id, takes }) => {
    const allowance = data?.items.find((one) => one.id === id);
    if (!allowance) return null;
    const charge = order.allowances.find(({ allowance_id, employee_id }) => allowance_id === id && employee_id === wearer.id);
    // What a submitted order takes is used already.
    const inDraft = order.is_submitted ? 0 : (charge?.this_order ?? 0);
    const adds = Math.max(0, inDraft + (quantity - (line?.qty_requested ?? 0)) * takes);
    const over = allowance.amount === null ? 0 : Math.min(adds, Math.max(0, allowance.used + adds - allowance.amount));
    return (
      <div key={id} className="product-part">
        <AllowanceLine allowance={allowance} adds={adds} />
        {over > 0 && (
          <p className="t-warn product-words" role="status">
            This is {amountText(allowance.unit, over)} over. {excessText[allowance.when_exceeded]}
          </p>
        )}
      </div>
    );
  });
}
