import { collectionIdOf, collectionNumber } from '../collections/collection-number.ts';
import { totesOf } from '../purchasing/tote.ts';
import { returnIdOf } from '../returns/send-back.ts';
import type { SyncRows } from '../sync/floor.ts';
import type { CollectionRow, DispatchRow, PickRow, ProductRow } from '../sync/rows.ts';
import { type BagCode, bagOfCode } from './bag-code.ts';
import { boxOfCode } from './box-code.ts';
import { gtinOf } from './gtin.ts';

/** The SKU that was scanned; `id` is null if no line of the floor has this SKU. */
export type ScannedProduct = Omit<ProductRow, 'id'> & { id: number | null };

/** What a scanned code stands for, as far as the tablet knows. `text` is the code itself. */
export type ScanTarget = { text: string } /** A SKU on a line of the floor, or another SKU of its style. */ & (
  | { is: 'product'; product: ScannedProduct }
  /** A bin of a SKU on a line of the floor, or of another SKU of the same style. */
  | { is: 'bin'; bin: string }
  /** An order's number, from the order's label or picking list. `pick` is the order's pick on the floor, if there is one. */
  | { is: 'order'; order_number: string; pick: PickRow | null }
  /** A wearer's bag. `pick` is the order's pick on the floor, if there is one. */
  | ({ is: 'bag'; pick: PickRow | null } & BagCode)
  /** A box of a dispatch, or the whole dispatch; `dispatch` is set while the dispatch waits for its courier. */
  | { is: 'box'; dispatch_id: number; box: number | null; dispatch: DispatchRow | null }
  /** A tracking or consignment number of a waiting dispatch. */
  | { is: 'tracking'; dispatch: DispatchRow }
  /** The slip of a return. */
  | { is: 'return'; return_id: number }
  /** The slip of a collection; `collection` is set while it is open. */
  | { is: 'collection'; number: string; collection: CollectionRow | null }
  | { is: 'tote'; tote: string; pick: PickRow | null }
  | { is: 'unknown' }
);

type IndexedRows = Pick<SyncRows, 'product' | 'style' | 'pick' | 'dispatch'> & Partial<Pick<SyncRows, 'collection'>>;

interface Codes {
  /** Products by SKU and by barcode, in capitals. */
  products: Map<string, ScannedProduct>;
  /** Products by the trade item number in their barcode. */
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
  // If a SKU equals another product's barcode, the SKU is used, because SKUs are Kitroom's own codes.
  for (const product of skus) codes.products.set(keyOf(product.sku), product);
  return codes;
}

/** All SKUs of the styles. A SKU without a line on the floor gets the picture of another SKU in its colour, if the tablet has one. */
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

/** The codes of a map of rows; built once for each map. */
function once<Rows extends object>(targets: WeakMap<Rows, Codes>, rows: Rows, make: () => Codes): Codes {
  const index = targets.get(rows) ?? make();
  targets.set(rows, index);
  return index;
}

/** The codes of the SKUs on the lines of the floor: nearly every scan is one of these. */
const codesHeld = ({ product }: IndexedRows): Codes => once(heldCodes, product, () => codesOf(product.values()));

/** The codes of every size and colour of the styles on the floor; needed only for a SKU that is not on a line. */
const codesOfStyles = (index: IndexedRows): Codes => once(styleCodes, index.style, () => codesOf(skusOfStyles(index)));

const first = <Row>(rows: ReadonlyMap<unknown, Row>, is: (row: Row) => boolean): Row | null => {
  for (const row of rows.values()) if (is(row)) return row;
  return null;
};

/** The formats of a tote's code: `T-12`, `TOTE 12`. */
const totePattern = /^(?:t-|tote[- ]?)[a-z0-9-]{1,30}$/i;

/** What a clean code stands for. SKUs and bins are looked up first, then labels of bags, boxes and returns, carriers' numbers, orders and totes. */
export function resolveScan(text: string, index: IndexedRows): ScanTarget {
  const key = keyOf(text);
  for (const codes of [codesHeld, codesOfStyles]) {
    const { products, bins } = codes(index);
    const product = products.get(key);
    if (product) return { text, is: 'product', product };
    const bin = bins.get(key);
    if (bin) return { text, is: 'bin', bin };
  }
  // Products whose barcode is another form of the same number are looked up only if no code matches exactly.
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

  const collection_id = collectionIdOf(text);
  if (collection_id !== null)
    return { text, is: 'collection', number: collectionNumber(collection_id), collection: index.collection?.get(collection_id) ?? null };

  const carried = first(index.dispatch, ({ tracking_number, consignment_number }) =>
    [tracking_number, consignment_number].some((number) => number !== null && keyOf(number) === key),
  );
  if (carried) return { text, is: 'tracking', dispatch: carried };
  // An order's number has no prefix, so it is looked up after the codes that have one. The same digits may be a carrier's or a maker's number.
  if (/^\d{5,9}$/.test(text)) {
    const pick = pickOf(Number(text));
    if (pick || gtin === null) return { text, is: 'order', order_number: pick?.order_number ?? text, pick };
  }
  const holder = first(index.pick, (pick) => totesOf(pick).some((tote) => keyOf(tote) === key));
  if (holder || totePattern.test(text))
    return { text, is: 'tote', tote: totesOf(holder ?? { tote: null }).find((tote) => keyOf(tote) === key) ?? text, pick: holder };
  return { text, is: 'unknown' };
}
