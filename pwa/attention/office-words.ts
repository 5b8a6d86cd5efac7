import type { OfficeChoice } from '../../shared/sync/office-choices.ts';
import { offersFor, type Refused, refusalWords } from '../../shared/sync/refusal-words.ts';
import { countText } from '../ui/count-text.ts';
import type { Item } from './client.ts';

/** An outcome in the format that the texts of refusals need. */
export const refusedOf = (item: Item): Refused => ({
  n: item.n ?? '',
  code: item.code,
  server: item.server,
  order_number: item.order?.order_number ?? null,
});

/** The name of the person who acted. The office sees the names of all people. */
export const whoOf = (item: Item): string => item.person?.name ?? 'somebody';

export const tabletOf = (item: Item): string => item.device_name ?? (item.device ? `Tablet ${item.device.slice(0, 4)}` : 'Without a tablet');

export const numberIn = (item: Item, key: string): number | null => {
  const value = item.server?.[key];
  return typeof value === 'number' ? value : null;
};

export const textIn = (item: Item, key: string): string | null => {
  const value = item.server?.[key];
  return typeof value === 'string' ? value : null;
};

/** How many items should have been on the shelf when somebody counted; if no difference was recorded, how many should be on the shelf now. */
function expectedOnShelf(item: Item): number {
  const difference = numberIn(item, 'difference');
  if (difference !== null && item.qty !== null) return item.qty - difference;
  return Math.max(0, (numberIn(item, 'qty_available') ?? 0) - (numberIn(item, 'qty_off_shelf') ?? 0));
}

/** The count of each bin, with the stock if the two differ; null if the count is one number for all bins. */
export function countedBinsText(item: Item): string | null {
  const bins = (item.server?.counted_bins ?? []) as { bin: string | null; qty: number; difference: number }[];
  const text = ({ bin, qty, difference }: (typeof bins)[number]): string =>
    `${bin ?? 'no bin'}: ${qty}${difference === 0 ? '' : ` (the stock said ${qty - difference})`}`;
  return bins.map(text).join(', ') || null;
}

/** One choice of the office. The first that is offered is the usual one. */
export interface OfficeOffer {
  choice: OfficeChoice;
  label: string;
}

const discrepancyWords: Record<string, string> = {
  over_receipt: 'more than was ordered',
  line_cancelled: 'of a line that was cancelled',
  order_cancelled: 'of an order that was cancelled',
  order_closed: 'of an order that was closed',
  no_order: 'on no purchase order',
};

const wordsOfKind: { [K in Item['kind']]: (item: Item) => string } = {
  outcome: (item) => refusalWords(refusedOf(item), whoOf(item)).title,
  shelf_task: (item) => `Return ${item.qty} to ${textIn(item, 'bin') ?? 'the shelf'}`,
  count_request: (item) =>
    [item.qty === null ? 'A recount was requested' : `Counted ${item.qty} where the stock said ${expectedOnShelf(item)}`, textIn(item, 'reason')]
      .filter(Boolean)
      .join('. Reason: '),
  loss: (item) => `${item.qty} ${item.qty === 1 ? 'action' : 'actions'} lost from a tablet`,
  discrepancy: (item) => `${item.qty} received ${discrepancyWords[item.code ?? ''] ?? ''}`,
  set_aside: (item) => `${item.qty} set aside: ${item.code ?? ''}`,
  stray: (item) => `Take ${item.qty} out of ${textIn(item, 'tote') ?? 'the tote'} to ${textIn(item, 'bin') ?? 'the shelf'}`,
  replenish: (item) => `Bring ${item.qty} to ${textIn(item, 'bin') ?? 'the pick bin'}`,
};

/** The title of an item in one line. */
export const titleOf = (item: Item): string => wordsOfKind[item.kind](item);

/** Whether the item is about goods that were set aside with a code that is not one of our SKUs. */
export const isUnknown = (item: Item): boolean => item.kind === 'set_aside' && numberIn(item, 'product_id') === null;

/** The SKU of an item. If the item's code is not one of our SKUs, the scanned or typed code. */
export const skuOrCode = (item: Item): string | null => item.sku ?? (isUnknown(item) ? textIn(item, 'scanned') : null);

/** The details of an item in one line: what was done, or which garment it is about. */
export const doneOf = (item: Item): string => item.text ?? item.garment ?? (isUnknown(item) ? (textIn(item, 'notes') ?? 'Not one of our SKUs') : '');

/** The choices that the office has for an item. To accept a count, the office also sends a number. */
export function officeOffers(item: Item): OfficeOffer[] {
  if (item.kind === 'outcome') return offersFor(refusedOf(item), whoOf(item));
  if (item.kind === 'shelf_task') return [{ choice: 'dismiss', label: 'It is back on the shelf' }];
  if (item.kind === 'stray') return [{ choice: 'dismiss', label: 'They are in their bin' }];
  if (item.kind === 'replenish') return [];
  const sendBack: OfficeOffer = { choice: 'send_back', label: 'Send back to the supplier' };
  if (item.kind === 'discrepancy') return [{ choice: 'keep', label: 'Keep them' }, sendBack];
  if (item.kind === 'set_aside') return [{ choice: 'receive', label: 'Take into stock' }, sendBack, { choice: 'dismiss', label: 'Dismiss' }];
  if (item.kind === 'loss') return [{ choice: 'dismiss', label: 'Followed up' }];
  return [
    { choice: 'mine', label: 'Accept the count' },
    { choice: 'dismiss', label: 'Refuse the count' },
  ];
}

/** The message after a choice was carried out. */
export const resultText = (item: Item, choice: OfficeChoice): string =>
  item.kind === 'count_request' ? (choice === 'mine' ? 'The stock is what was counted' : 'The count is refused') : 'Decided';

/** What else a decision resolves: `2 later changes, 3 items to put back`. */
export function membersText(members: readonly Item[]): string {
  const tasks = members.filter(({ kind }) => kind === 'shelf_task');
  const changes = members.length - tasks.length;
  const pieces = tasks.reduce((sum, { qty }) => sum + (qty ?? 0), 0);
  return [changes && countText(changes, 'later change'), pieces && `${countText(pieces, 'item')} to put back`].filter(Boolean).join(', ');
}
