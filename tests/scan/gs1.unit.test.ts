import { describe, expect, test } from 'vitest';
import { productFields } from '../../shared/catalogue/product.ts';
import { lineOfCode } from '../../shared/purchasing/line-of-code.ts';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { cleanCode } from '../../shared/scan/clean-code.ts';
import { cartonOf, itemCodeOf } from '../../shared/scan/gs1.ts';
import { cleanBarcode, gtinOf } from '../../shared/scan/gtin.ts';
import { withCode } from '../../shared/scan/is-code-of.ts';
import { resolveScan, type ScannedProduct } from '../../shared/scan/resolve-scan.ts';
import { noRows, type SyncRows } from '../../shared/sync/floor.ts';
import type { ProductRow } from '../../shared/sync/rows.ts';

const GS = '\u001d';
const GTIN = '5058660275035';

describe('a trade item number is read', () => {
  test.each([
    ['from a Digital Link with a serial number', `https://id.gs1.org/01/0${GTIN}/21/12345`],
    ['from a Digital Link on the maker’s own site', `https://example.com/p/01/0${GTIN}?17=271231`],
    ['from an element string that begins with the number', `010${GTIN}10LOT7${GS}21SERIAL`],
    ['from an element string that begins with a batch', `]C110LOT7${GS}010${GTIN}`],
    ['behind a date and a batch', `1727123110LOT7${GS}010${GTIN}21S1`],
    ['behind the count of a variant and a serial number', `]d2${GS}205021S-1${GS}010${GTIN}${GS}`],
    ['behind a weight', `3103001750010${GTIN}`],
    ['from a text with brackets', `(10)LOT7(01)0${GTIN}(21)S1`],
    ['with spaces and hyphens', '5-058660 275035'],
  ])('%s', (_, raw) => {
    expect(gtinOf(cleanCode(raw))).toBe(GTIN);
  });

  test.each([
    ['a batch without a separator, which hides the number', `10LOT7010${GTIN}`],
    ['a link to something other than an item', `https://id.gs1.org/414/0${GTIN}`],
    ['a wrong check digit', `10LOT7${GS}0105058660275036`],
    ['the items of a carton', `020${GTIN}3724`],
  ])('but not from a code with %s', (_, raw) => {
    expect(gtinOf(cleanCode(raw))).toBeNull();
  });
});

test('a cleaned element string shows its separators, and cleaning it again changes nothing', () => {
  const clean = cleanCode(`]C110LOT7${GS}010${GTIN}${GS}`);
  expect(clean).toBe(`10LOT7␝010${GTIN}`);
  expect(cleanCode(clean)).toBe(clean);
  expect(cleanCode(`SJ330${GS}NVY`)).toBe('SJ330NVY');
});

describe('the code of a carton', () => {
  test.each([
    `020${GTIN}3724`,
    `]C1020${GTIN}3724${GS}10LOT7`,
    `10LOT7${GS}020${GTIN}3724`,
    `00350586602750000012020${GTIN}3724`,
    `(02)0${GTIN}(37)24`,
  ])('%j stands for 24 items', (raw) => {
    expect(cartonOf(cleanCode(raw))).toEqual({ item: `0${GTIN}`, qty: 24 });
    expect(itemCodeOf(cleanCode(raw))).toBe(`0${GTIN}`);
  });

  test.each([`010${GTIN}3724`, `020${GTIN}`, `020${GTIN}370`, `020${GTIN}3799999999`, `0205058660275036` + '3724', GTIN])(
    '%j is not the code of a carton',
    (raw) => {
      expect(cartonOf(cleanCode(raw))).toBeNull();
    },
  );
});

describe('a barcode is stored', () => {
  test('as the same trade item number for every form in which it is written', () => {
    for (const text of [GTIN, `0${GTIN}`, '505-8660 275035', `(01)0${GTIN}`, `https://id.gs1.org/01/0${GTIN}`])
      expect(cleanBarcode(text), text).toBe(GTIN);
    expect(['012345678905', '0012345678905', '00012345678905'].map(cleanBarcode)).toEqual(Array(3).fill('012345678905'));
    expect(['96385074', '00000096385074'].map(cleanBarcode)).toEqual(['96385074', '96385074']);
    expect(cleanBarcode('15058660275032')).toBe('15058660275032');
    expect(productFields.shape.barcode.parse(` 0${GTIN}\u200B`)).toBe(GTIN);
  });

  test('as it is written if it is not a trade item number; only spaces between digits are removed', () => {
    expect(['OWN-77', '5058660275036', '1234567', '12 345', 'A 1'].map(cleanBarcode)).toEqual(['OWN-77', '5058660275036', '1234567', '12345', 'A 1']);
  });
});

describe('a product with exactly the scanned code is preferred to a product with another form of the same number', () => {
  const product = (id: number, barcode: string): ProductRow => ({ id, sku: `SKU-${id}`, barcode, bin: null, name: `Product ${id}` }) as ProductRow;
  const [jacket, gloves] = [product(1, '5058663518559'), product(2, '05058663518559')];

  test('on a tablet', () => {
    for (const all of [
      [jacket, gloves],
      [gloves, jacket],
    ]) {
      const rows: SyncRows = { ...noRows(), product: new Map(all.map((row) => [row.id, row])) };
      const scanned = (text: string): ScannedProduct | null => {
        const target = resolveScan(text, rows);
        return target.is === 'product' ? target.product : null;
      };
      expect([scanned('5058663518559')?.id, scanned('05058663518559')?.id]).toEqual([1, 2]);
      expect(withCode(all, '05058663518559')).toEqual([gloves]);
      expect(withCode(all, '005058663518559')).toEqual([]);
      expect(withCode(all, '0105058663518559').length).toBe(2);
    }
  });

  test('on a purchase order', () => {
    const line = (id: number, barcode: string) =>
      ({ id, product: { sku: `SKU-${id}`, barcode }, supplier_sku: null, qty_requested: 5, qty_cancelled: 0, qty_received: 0 }) as PurchaseOrderLine;
    const lines = [line(1, '05058663518559'), line(2, '5058663518559')];
    expect(lineOfCode(lines, '5058663518559', () => 0)?.id).toBe(2);
    expect(lineOfCode(lines, '05058663518559', () => 0)?.id).toBe(1);
  });
});
