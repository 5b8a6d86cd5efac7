import { addDays } from '../../shared/add-days.ts';
import { collate } from '../../shared/collate.ts';
import { aisleOf } from '../../shared/stock/aisle-of.ts';
import type { PickView } from '../offline/views.ts';
import { createStore } from '../ui/store.ts';

/** Which orders of the picking list are shown. An empty choice leaves all. */
export interface PickFilter {
  /** Orders whose items all lie in these aisles. */
  aisles: readonly string[];
  due: keyof typeof DUE | null;
  size: keyof typeof SIZES | null;
}

/** The days within which an order is required: those that are late are always among them. */
export const DUE = {
  today: { label: 'Today or late', days: 0 },
  soon: { label: 'In 3 days', days: 3 },
  week: { label: 'In 7 days', days: 7 },
} as const;
/** The sizes of orders, in items. */
export const SIZES = {
  small: { label: '1 or 2 items', from: 1, to: 2 },
  medium: { label: '3 to 10 items', from: 3, to: 10 },
  large: { label: 'More than 10', from: 11, to: Number.POSITIVE_INFINITY },
} as const;

export const ALL_PICKS: PickFilter = { aisles: [], due: null, size: null };

/** The chosen filter. It stays while somebody picks an order and comes back to the list. */
export const pickFilter = createStore(ALL_PICKS);

type Filtered = Pick<PickView, 'qty_allocated' | 'required_on'> & { products: readonly Pick<PickView['products'][number], 'bin'>[] };

/** Whether the list shows an order on this day, `2026-12-04`. */
export function passesFilter({ products, qty_allocated, required_on }: Filtered, { aisles, due, size }: PickFilter, today: string): boolean {
  if (aisles.length > 0 && !products.every(({ bin }) => aisles.includes(aisleOf(bin) ?? ''))) return false;
  if (due && (!required_on || required_on > addDays(today, DUE[due].days))) return false;
  return !size || (qty_allocated >= SIZES[size].from && qty_allocated <= SIZES[size].to);
}

/** The aisles in which the items of these orders lie, in walking order. */
export function aislesOf(picks: readonly Filtered[]): string[] {
  const aisles = new Set(picks.flatMap(({ products }) => products.flatMap(({ bin }) => aisleOf(bin) ?? [])));
  return [...aisles].sort(collate);
}

/** The filter in words; empty if all orders are shown. */
export function filterText({ aisles, due, size }: PickFilter): string {
  const parts = [
    aisles.length > 0 && `${aisles.length === 1 ? 'aisle' : 'aisles'} ${aisles.join(', ')} alone`,
    due && `required ${DUE[due].label.toLowerCase()}`,
    size && SIZES[size].label.toLowerCase(),
  ];
  const text = parts.filter(Boolean).join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
