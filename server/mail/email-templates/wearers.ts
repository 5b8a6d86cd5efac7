import { listText } from '../../../shared/list-text.ts';
import type { Part } from '../render-email.ts';

/** One wearer's items, as an email lists them. */
export interface WearerItems {
  name: string;
  items: EmailItem[];
}

interface EmailItem {
  product: string;
  colour: string | null;
  /** Null for a product without sizes. */
  size: string | null;
  is_size_selected: boolean;
  quantity: number;
  /** Where the items are, in the client's words; absent if the email is not about that. */
  status?: string;
}

/** A list for each wearer. */
export const wearerParts = (wearers: readonly WearerItems[]): Part[] =>
  wearers.map(({ name, items }) => ({
    items: {
      heading: name,
      rows: items.map((item) => ({
        what: item.product,
        detail: [item.colour, sizeIn(item)].filter(Boolean).join(', '),
        note: item.status,
        count: String(item.quantity),
      })),
    },
  }));

/** What follows if sizes are missing: whose they are, who asks for them, and what waits. Nothing if all sizes are known. */
export function missingSizesPart(wearers: readonly WearerItems[]): Part[] {
  const names = wearers.filter(({ items }) => items.some(({ is_size_selected }) => !is_size_selected)).map(({ name }) => name);
  if (names.length === 0) return [];
  const paragraph = `Sizes are missing for ${listText(names)}. We ask by email whoever has an address here; please choose for the others on the page of the order. An item is packed once it has a size.`;
  return [{ paragraph }];
}

const sizeIn = ({ size, is_size_selected }: EmailItem): string | null => {
  if (!is_size_selected) return 'size to be chosen';
  return size && `size ${size}`;
};
