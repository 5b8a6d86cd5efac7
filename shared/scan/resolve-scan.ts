import { returnIdOf } from '../returns/send-back.ts';
import type { SyncRows } from '../sync/floor.ts';
import type { DispatchRow, PickRow, ProductRow } from '../sync/rows.ts';
import { type BagCode, bagOfCode } from './bag-code.ts';
import { boxOfCode } from './box-code.ts';
import { gtinOf } from './gtin.ts';

/** The SKU that was scanned; it has no id where it is on no line of the floor. */
export type ScannedProduct = Omit<ProductRow, 'id'> & { id: number | null };

/** What a scanned code stands for, as far as the tablet knows. `text` is the code itself. */
export type ScanTarget = { text: string } /** A SKU on a line of the floor, or another size or colour of one. */ & (
  | { is: 'product'; product: ScannedProduct }
  /** A bin that holds one of these SKUs. */
  | { is: 'bin'; bin: string }
  /** An order's number, from its label or its picking list. `pick` is its pick on the floor, where it has one. */
  | { is: 'order'; order_number: string; pick: PickRow | null }
  /** A wearer's bag. `pick` is the order's pick on the floor, where it has one. */
  | ({ is: 'bag'; pick: PickRow | null } & BagCode)
  /** A box or the whole of a dispatch; `dispatch` is set where it waits for its courier. */
  | { is: 'box'; dispatch_id: number; box: number | null; dispatch: DispatchRow | null }
  /** A tracking or consignment number of a waiting dispatch. */
  | { is: 'tracking'; dispatch: DispatchRow }
  /** The slip of a return. */
  | { is: 'return'; return_id: number }
  | { is: 'tote'; tote: string; pick: PickRow | null }
  | { is: 'unknown' }
);

type IndexedRows = Pick<SyncRows, 'product' | 'style' | 'pick' | 'dispatch'>;

interface Codes {
  /** By SKU and by barcode, as they are written. */
  products: Map<string, ScannedProduct>;
  /** By the trade item number in the barcode. */
  items: Map<string, ScannedProduct>;
  bins: Map<string, string>;
}

const keyOf = (text: string): string => text.toUpperCase();

/** SKUs, barcodes and bins, by the code that a scanner reads. */
function codesOf(products: Iterable<ScannedProduct>): Codes {
  const codes: Codes = { products: new Map(), items: new Map(), bins: new Map() };
  const skus: ScannedProduct[] = [];
  for (const product of products) {
    skus.push(product);
    if (product.barcode) codes.products.set(keyOf(product.barcode), product);
    const gtin = product.barcode && gtinOf(product.barcode);
    if (gtin) codes.items.set(gtin, product);
    if (product.bin) codes.bins.set(keyOf(product.bin), product.bin);
    for (const { bin } of product.bins ?? []) codes.bins.set(keyOf(bin), bin);
  }
  // Where a SKU and another product's barcode read alike, the SKU is used, because SKUs are this product's own codes.
  for (const product of skus) codes.products.set(keyOf(product.sku), product);
  return codes;
}

/** All SKUs of the styles. A SKU that is on no line of the floor gets the picture of another one in its colour, where that is known. */
function* skusOfStyles({ style, product }: IndexedRows): Generator<ScannedProduct> {
  const pictures = new Map([...product.values()].map(({ sku, picture_url }) => [sku, picture_url]));
  for (const { name, colours } of style.values()) {
    for (const { colour, hex, skus } of colours) {
      const picture_url = skus.map(([sku]) => pictures.get(sku)).find(Boolean) ?? null;
      const ofColour = { id: null, name, variation_colour: colour, colour_hex: hex, variation_size_2: null, variation_all_size: null, picture_url };
      for (const [sku, size, bin, barcode] of skus) yield { ...ofColour, sku, variation_size_1: size, bin, barcode };
    }
  }
}

const heldCodes = new WeakMap<IndexedRows['product'], Codes>();
const styleCodes = new WeakMap<IndexedRows['style'], Codes>();

/** The codes of a set of rows; built once for the set. */
function once<Rows extends object>(targets: WeakMap<Rows, Codes>, rows: Rows, make: () => Codes): Codes {
  const index = targets.get(rows) ?? make();
  targets.set(rows, index);
  return index;
}

/** The codes of what is on the lines of the floor: nearly every scan is one of these. */
const codesHeld = ({ product }: IndexedRows): Codes => once(heldCodes, product, () => codesOf(product.values()));

/** The codes of every size and colour of the styles on the floor; needed only for a SKU that is not on a line. */
const codesOfStyles = (index: IndexedRows): Codes => once(styleCodes, index.style, () => codesOf(skusOfStyles(index)));

const first = <Row>(rows: ReadonlyMap<unknown, Row>, is: (row: Row) => boolean): Row | null => {
  for (const row of rows.values()) if (is(row)) return row;
  return null;
};

/** A tote's name is normalised to its label: `T-12`, `TOTE 12`. */
const totePattern = /^(?:t-|tote[- ]?)[a-z0-9-]{1,30}$/i;

/** What a clean code stands for. Goods on the shelves come first, then labels that this product prints, then labels that others print. */
export function resolveScan(text: string, index: IndexedRows): ScanTarget {
  const key = keyOf(text);
  for (const codes of [codesHeld, codesOfStyles]) {
    const { products, bins } = codes(index);
    const product = products.get(key);
    if (product) return { text, is: 'product', product };
    const bin = bins.get(key);
    if (bin) return { text, is: 'bin', bin };
  }
  // A code that matches exactly comes before another form of its number.
  const gtin = gtinOf(text);
  const item = gtin === null ? undefined : (codesHeld(index).items.get(gtin) ?? codesOfStyles(index).items.get(gtin));
  if (item) return { text, is: 'product', product: item };

  const pickOf = (order_id: number): PickRow | null => first(index.pick, (pick) => pick.order_id === order_id);
  const bag = bagOfCode(text);
  if (bag) return { text, is: 'bag', ...bag, pick: pickOf(bag.order_id) };
  const box = boxOfCode(text);
  if (box) return { text, is: 'box', ...box, dispatch: index.dispatch.get(box.dispatch_id) ?? null };

  const return_id = /^R-/i.test(text) ? returnIdOf(text) : null;
  if (return_id !== null) return { text, is: 'return', return_id };

  const carried = first(index.dispatch, ({ tracking_number, consignment_number }) =>
    [tracking_number, consignment_number].some((number) => number !== null && keyOf(number) === key),
  );
  if (carried) return { text, is: 'tracking', dispatch: carried };
  // The last of this product's own codes: a bare number. A longer one may also be a carrier's or a maker's number.
  if (/^\d{5,9}$/.test(text)) {
    const pick = pickOf(Number(text));
    if (pick || gtin === null) return { text, is: 'order', order_number: pick?.order_number ?? text, pick };
  }
  const holder = first(index.pick, ({ tote }) => tote !== null && keyOf(tote) === key);
  if (holder || totePattern.test(text)) return { text, is: 'tote', tote: holder?.tote ?? text, pick: holder };
  return { text, is: 'unknown' };
}
