import { answer } from '../api/answer.ts';
import { useOverBudget } from '../api/over-budget.tsx';
import { useWrite } from '../api/use-write.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { focusField, isOnScreen } from '../ui/field-name.ts';
import { revealMessage } from '../ui/reveal.ts';
import { type Line, type Order, orders } from './client.ts';
import { lineChange } from './line-change.ts';
import { afterChange } from './order-data.ts';
import type { ProductChoice } from './use-product-choice.ts';

/** Saves the choice for a line; `grants` confirms that it grants what a submitted order takes beyond an allowance. If somebody else has changed the line meanwhile, merges that change into the choice; the person can save again. */
export function useLineChange(order: Order, choice: ProductChoice, grants: boolean, onSaved: (after: Line) => void) {
  const { line, isUnsized, variation_colour, fields, decoration, isSizeOnly, isCorrection } = choice;
  const parts = isCorrection ? 'size_and_quantity' : isSizeOnly ? 'size' : 'all';
  const over = useOverBudget({ title: 'Over budget', action: 'Order over budget', keep: 'Go back' });
  const change = useWrite({
    send: ({ product_id, ...more }: { product_id: number; force_over_budget_order?: true }, options) => {
      const json = line ? lineChange(line, { ...fields, product_id, isUnsized, variation_colour, decoration }, parts) : {};
      const param = { uuid: order.uuid, lineId: String(line?.id) };
      return answer(
        orders[':uuid'].lines[':lineId'].$put({ param, json: { ...json, ...(grants && { force_over_allowance: true }), ...more } }, options),
      );
    },
    success: (after) => {
      // The screen of a submitted order says it together with Undo.
      if (isCorrection) return undefined;
      if (after.product_id !== line?.product_id) return after.is_size_selected ? 'Size Selected!' : 'Order updated';
      if (after.notes !== line.notes) return 'Notes Updated';
      return after.qty_requested === line.qty_requested ? 'Order updated' : 'Quantity Requested Updated';
    },
    refresh: [...afterChange(order.uuid), ['wearer', line?.employee.id]],
    onSaved: (after) => onSaved(after as Line),
    onRefused: (error) => {
      if (over.isOverBudget(error)) return true;
      if (error.code === 'stale_version' && error.current) {
        choice.takeOver(error.current as Line, error.message);
        revealMessage(document.querySelector('[role=dialog]'));
        return true;
      }
      // A single error in a field of the panel is shown at that field, without a dialog.
      const [name = '', ...others] = Object.keys(error.first_messages);
      if (others.length > 0 || !isOnScreen(name)) return false;
      afterPaint(() => focusField(name));
      return true;
    },
  });
  return {
    ...change,
    write: (product_id: number) => over.forcing((more) => change.write({ product_id, ...more })),
    /** Asks whether to exceed a budget; render it once. */
    dialog: over.dialog,
  };
}
