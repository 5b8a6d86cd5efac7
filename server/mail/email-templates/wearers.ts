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

const sizeIn = ({ size, is_size_selected }: EmailItem): string | null => {
  if (!is_size_selected) return 'size to be chosen';
  return size && `size ${size}`;
};
