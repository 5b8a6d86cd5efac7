import { withoutSuccessorText } from '../api/catalogue.ts';
import { countText } from '../ui/count-text.ts';
import type { FoundProduct } from './client.ts';

/** Says why a discontinued product still exists: how many items are in stock, and how many lines of orders and drafts contain the product. */
export function waitsText({ waits_for }: Pick<FoundProduct, 'waits_for'>): string {
  if (!waits_for) return '';
  const { on_hand, allocated, orders, drafts, purchase_orders, sets_without_successor, decorated_sets_without_successor } = waits_for;
  const reasons = [
    on_hand > 0 && `${countText(on_hand, 'item')} on hand`,
    allocated > 0 && `${countText(allocated, 'item')} allocated`,
    orders > 0 && countText(orders, 'line of an open order', 'lines of open orders'),
    drafts > 0 && countText(drafts, 'line of a draft', 'lines of drafts'),
    purchase_orders > 0 && countText(purchase_orders, 'line of an open purchase order', 'lines of open purchase orders'),
  ].filter(Boolean);
  const keeps = reasons.length ? reasons.join(', ') : 'Nothing: it is removed tonight';
  if (!sets_without_successor) return keeps;
  return `${keeps}. ${withoutSuccessorText({ sets: sets_without_successor, decorated: decorated_sets_without_successor })}`;
}
