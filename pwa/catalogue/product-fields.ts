import { priceInput } from '../../shared/catalogue/price-input.ts';
import type { PriceRange } from '../../shared/catalogue/product.ts';
import type { SetStylePrices } from '../../shared/clothing-sets/style-prices.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { poundsText } from '../../shared/money.ts';
import { isTote } from '../../shared/purchasing/tote.ts';
import { askOfBin } from '../api/bins.ts';
import type { CellField } from '../api/cell-edits.ts';
import { skuPriceQuestion } from '../api/sku-price-choices.ts';
import type { Once } from '../api/transport.ts';
import { formatMoney } from '../ui/money.tsx';
import type { FoundProduct } from './client.ts';

/** The range of the prices or costs of a style's SKUs. The style’s own amount is ignored, because only SKUs are bought and sold. */
export const rangeOf = (key: 'cost' | 'price', row: FoundProduct): PriceRange | null => (key === 'price' ? row.sku_prices : row.sku_costs);

const priceField = (key: 'cost' | 'price', label: string): CellField<FoundProduct> => ({
  key,
  label,
  isNumber: true,
  maxLength: 20,
  valueOf: (row) => rangeOf(key, row)?.from ?? row[key],
  textOf: (value) => poundsText(value as number | null),
  wordsOf: (value) => (value === null ? 'none' : formatMoney(value as number)),
  read: (text) => {
    const input = priceInput(text);
    return input.ok ? { ok: true, value: input.pence } : input;
  },
  question: (_, row) => skuPriceQuestion(row[key], rangeOf(key, row), row.children_count),
});

/** The name of a product, which is never empty. */
export const nameField: CellField<FoundProduct> = {
  key: 'name',
  label: 'Name',
  maxLength: limits.name,
  valueOf: ({ name }) => name,
  textOf: String,
  wordsOf: (value) => `“${value}”`,
  read: (text) => (text.trim() === '' ? { ok: false, message: messages.name_needed } : { ok: true, value: text.trim() }),
};
export const costField = priceField('cost', 'Cost');
export const salesPriceField = priceField('price', 'Price');

/** A SKU or a style in the price grid, with what each of the sets on the screen charges for it. */
export type GridRow = FoundProduct & { set_prices?: Readonly<Record<number, number | null>> };

/** The price of a SKU, or of a whole style, in a clothing set; empty is the product's own price. */
export const setPriceField = (
  { id, name, account }: Pick<SetStylePrices, 'id' | 'name' | 'account'>,
  send: (row: GridRow, set_id: number, price: number | null, options: Once) => Promise<unknown>,
): CellField<GridRow> => ({
  key: `set-${id}`,
  label: `Price in ${name}, ${account.name},`,
  isNumber: true,
  maxLength: 20,
  isFor: (row) => row.set_prices?.[id] !== undefined,
  valueOf: (row) => row.set_prices?.[id] ?? null,
  textOf: (value) => poundsText(value as number | null),
  wordsOf: (value) => (value === null ? 'the product’s own' : formatMoney(value as number)),
  read: (text) => {
    if (text.trim() === '') return { ok: true, value: null };
    const input = priceInput(text);
    return input.ok ? { ok: true, value: input.pence } : input;
  },
  send: async (row, value, options) => {
    await send(row, id, value as number | null, options);
    return { set_prices: { ...row.set_prices, [id]: value as number | null } };
  },
});

const codeField = (key: 'bin' | 'barcode', label: string, maxLength: number): CellField<FoundProduct> => ({
  key,
  label,
  maxLength,
  valueOf: (row) => row[key],
  textOf: (value) => (value as string | null) ?? '',
  wordsOf: (value) => (value as string | null) ?? 'empty',
  read: (text) => ({ ok: true, value: text.trim() || null }),
});
/** The pick bin of a SKU. Asks first if the bin is unused or is another SKU's pick bin; refuses the code of a tote. */
export const binField: CellField<FoundProduct> = {
  ...codeField('bin', 'Bin', limits.bin),
  read: (text) => (isTote(text.trim()) ? { ok: false, message: messages.bin_is_tote } : { ok: true, value: text.trim() || null }),
  question: async (value, row) => {
    const text = await askOfBin(row, value as string | null);
    return text === null ? null : { text };
  },
};
export const barcodeField = codeField('barcode', 'Barcode', limits.sku);
