import type { ReactNode } from 'react';
import { countText } from '../ui/count-text.ts';
import { formatMoney } from '../ui/money.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { type Order, orderChanges } from './order-changes.ts';

/** How many changes are listed; further changes are only counted. */
const SHOWN = 8;

/**
 * For an order that somebody changed after the person had read it: names the changes and asks whether to send the order in its new
 * state. Render `dialog` once.
 */
export function useChangedMeanwhile({ action, keep }: { action: string; keep: string }): {
  /** Asks whether to send the order in its state `now`. The dialog has the sentences in `more`, and then the changes since `read`. */
  askAgain: (title: string, read: Order, now: Order, more?: readonly string[]) => Promise<boolean>;
  dialog: ReactNode;
} {
  const { ask, dialog } = useConfirm();
  const askAgain = (title: string, read: Order, now: Order, more: readonly string[] = []): Promise<boolean> => {
    const changes = [...more, ...orderChanges(read, now)];
    const body = (
      <div className="flow">
        {changes.length > 0 && (
          <ul className="flow">
            {changes.slice(0, SHOWN).map((change) => (
              <li key={change}>{change}</li>
            ))}
            {changes.length > SHOWN && <li>And {countText(changes.length - SHOWN, 'more change')}.</li>}
          </ul>
        )}
        <p>
          The order has {countText(now.qty_total_items, 'item')} now{now.sub_total !== null && `, ${formatMoney(now.sub_total)} ex VAT`}.
        </p>
      </div>
    );
    return ask({ title, body, action, keep });
  };
  return { askAgain, dialog };
}
