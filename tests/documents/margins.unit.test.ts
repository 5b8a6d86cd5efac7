import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { draw, type PrintJob } from '../../server/documents/draw.ts';
import { fontFiles } from '../../server/documents/fonts.ts';
import { layouts } from '../../server/reports/layouts.ts';
import { labelSizes } from '../../shared/documents/sku-label.ts';
import { pounds } from '../../shared/money.ts';
import { longValues as long } from '../long-values.ts';

/** A drawn piece of text with its position in points from the left and the top of the page. */
interface Drawn {
  page: number;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
interface Pages {
  page: { width: number; height: number };
  _fontSize: number;
  widthOfString: (text: string, options?: object) => number;
  text: (text: string, x: number, y: number, options?: object) => unknown;
}

let drawn: Drawn[] = [];
const pages = new Map<unknown, { number: number; width: number; height: number }>();
// The prototype of pdfmake's class that draws text. pdfmake exports no types for this class.
const { prototype } = createRequire(import.meta.url)('pdfmake/js/PDFDocument.js').default as { prototype: Pages };
const { text: drawText } = prototype;
prototype.text = function (this: Pages, text, x, y, options) {
  const { page } = this;
  if (!pages.has(page)) pages.set(page, { number: pages.size, width: page.width, height: page.height });
  const width = this.widthOfString(text.trimEnd(), options);
  const { number } = pages.get(page) ?? { number: 0 };
  // A watermark is left out, because it lies behind the other text.
  if (text.trim() !== '' && this._fontSize < 60) drawn.push({ page: number, text, left: x, right: x + width, top: y, bottom: y + this._fontSize });
  return drawText.call(this, text, x, y, options);
};
afterAll(() => {
  prototype.text = drawText;
});
beforeEach(() => {
  drawn = [];
  pages.clear();
});

const address = {
  name: long.company,
  address_line_1: long.address,
  address_line_2: long.in_one_word,
  address_line_3: long.address,
  address_line_4: long.address,
  address_line_5: long.in_one_word,
  postcode: 'LS9 0PX',
  contact_name: long.person,
  contact_phone: long.phone,
};
const supplier = { ...address, code: long.sku };
const goods = {
  sku: long.sku,
  supplier_sku: long.in_one_word,
  product: long.product,
  colour: long.colour,
  size: long.size,
  decoration: long.decoration,
};
const wearer = { employee_id: 7, wearer: long.in_one_word, employee_number: long.sku };
const order = {
  required_on: '2026-12-07',
  order_number: '1234567',
  client: long.company,
  site: long.site,
  client_po_reference: long.po_in_one_word,
};
const at = '2026-07-01T23:30:00.000Z';
const ordered = {
  ...goods,
  goes_out: { sku: long.sku, product: long.product },
  notes: long.notes,
  due_on: '2026-12-04',
  quantity: long.quantity,
  qty_cancelled: long.quantity,
  unit_price_tenths: long.money * 10 - 1,
};
const purchaseOrder = {
  our_reference: long.client_po_reference.slice(0, 60),
  supplier_reference: long.in_one_word,
  provider: address,
  supplier,
  contact_email: long.email,
  deliver_to: address,
  client: long.company,
  approved_at: at,
  approver: long.in_one_word,
  cancelled_at: null,
  public_notes: long.notes,
  lines: [ordered, { ...ordered, due_on: null }],
};
const dispatch = {
  id: 42,
  dispatch_number: 'D-1234567',
  service: long.company,
  order_numbers: Array.from({ length: 30 }, (_, place) => String(1234567 + place)),
  from: address,
  to: address,
  total_weight: 12_345.5,
  total_items: 2,
};

const cellOf = (of: string): string => {
  if (/account|site|invoice_to|supplier$|product/.test(of)) return long.in_one_word;
  if (/total|price|vat|cost|value|sub_total|returns|net/.test(of)) return (long.money / 100).toFixed(2);
  if (/qty|shortfall|on_order|pieces|orders|suggested|pack/.test(of)) return long.quantity.toLocaleString('en-GB');
  if (/_at$|due/.test(of)) return '01/07/2026';
  return of === 'client_po_reference' ? long.po_in_one_word : of.includes('number') ? '1234567' : long.sku;
};
const reports = Object.values(layouts).map(({ file, columns, sums, by }): [string, PrintJob] => [
  file,
  {
    kind: 'report',
    report: {
      title: 'Report',
      day: '01/07/2026',
      facts: ['Client', 'Site', 'Submitted'].map((label) => ({ label, value: long.in_one_word })),
      columns: columns.map(({ heading, width, right = false }) => ({ heading, width, right })),
      rows: Array.from({ length: 3 }, () => columns.map(({ of }) => cellOf(of))),
      totals: [...sums, { label: 'Rows' }].map(({ label }) => ({ label, value: pounds(long.money * 100) })),
      sub_totals: by
        ? {
            headings: [by.heading, 'Rows', ...sums.map(({ label }) => label)],
            rows: [[long.in_one_word, '5,000', ...sums.map(() => pounds(long.money * 100))]],
          }
        : null,
    },
  },
]);

const jobs: [string, PrintJob][] = [
  [
    'box labels',
    { kind: 'consignment_labels', dispatches: [{ ...dispatch, consignment_number: long.sku, client_po_references: [long.po_in_one_word] }] },
  ],
  [
    'bag labels',
    {
      kind: 'order_labels',
      order: { id: 42, ...order, wearers: [{ employee_id: 7, name: long.in_one_word, employee_number: long.sku, qty_items: 99_999, count: 2 }] },
    },
  ],
  ...labelSizes.map((size): [string, PrintJob] => [
    `shelf labels ${size}`,
    { kind: 'shelf_labels', size, copies: 1, labels: [{ title: long.sku, lines: [long.product, long.in_one_word], code: long.sku }] },
  ]),
  [
    'delivery note',
    {
      kind: 'delivery_note',
      note: {
        dispatch_number: 'D-1234567',
        provider: address,
        client: long.company,
        to: address,
        dispatched_at: at,
        service: long.in_one_word,
        tracking_number: long.in_one_word,
        total_weight: 12_345.5,
        total_items: 99,
        orders: [
          {
            order_number: '1234567',
            client_po_reference: long.po_in_one_word,
            customer_notes: long.notes,
            lines: [{ ...goods, ...wearer, quantity: 99_999 }],
          },
        ],
      },
    },
  ],
  [
    'picking list',
    {
      kind: 'picking_list',
      list: {
        ...order,
        submitted_at: at,
        customer_notes: long.notes,
        lines: [{ ...goods, bin: 'MEZZANINE-EAST-27-B', wearer: long.in_one_word, notes: long.notes, qty_allocated: 99_999 }],
      },
    },
  ],
  ['purchase order', { kind: 'purchase_order', order: { ...purchaseOrder, work_order: false } }],
  ['work order', { kind: 'purchase_order', order: { ...purchaseOrder, work_order: true } }],
  [
    'return to a supplier',
    {
      kind: 'supplier_return',
      note: {
        number: 'SR-1234567',
        provider: address,
        supplier,
        created_at: at,
        approved_at: at,
        approver: long.in_one_word,
        lines: [{ ...goods, reason: long.notes, quantity: 99_999 }],
      },
    },
  ],
  [
    'goods received note',
    {
      kind: 'goods_received',
      note: {
        reference: 'GRN-1234567',
        provider: address,
        supplier: long.in_one_word,
        our_references: [long.client_po_reference, long.po_in_one_word],
        delivery_note_number: long.in_one_word,
        received_at: at,
        received_by: long.in_one_word,
        reversed_at: at,
        reverse_reason: long.notes,
        lines: [
          {
            ...goods,
            bin: 'MEZZANINE-EAST-27-B',
            our_reference: long.po_in_one_word.slice(0, 60),
            quantity: 99_999,
            orders: [{ order_number: '1234567', quantity: 12_345 }],
          },
        ],
      },
    },
  ],
  [
    'items to return',
    {
      kind: 'items_to_return',
      list: {
        employee: long.in_one_word,
        employee_number: long.sku,
        leaves_on: '2026-07-31',
        account: long.company,
        provider: address,
        printed_at: at,
        is_complete: false,
        lines: [
          {
            ...goods,
            ordered_as: long.product,
            order_number: '1234567',
            sent_at: at,
            quantity: 99_999,
            qty_in_return: 99_999,
            is_non_returnable: true,
          },
        ],
      },
    },
  ],
  [
    'return slip',
    {
      kind: 'return_slip',
      slip: {
        code: 'R00042',
        provider: address,
        until: '2026-12-31',
        created_at: at,
        creator: long.in_one_word,
        account: long.company,
        order_number: '1234567',
        comments: `${long.in_one_word} ${long.notes}`,
        lines: [{ ...goods, wearer: long.in_one_word, reason: long.in_one_word, quantity: 99_999 }],
      },
    },
  ],
  ...reports,
];

/** Returns the margin in points of a page of this width. The margin is small on a label for a bin, because the label is an inch high. */
const marginOf = (width: number): number => (width > 400 ? 40 : width > 200 ? 16 : 4);

test.each(jobs)('%s: text stays within the margins and does not overlap other text, however long the values are', async (_name, job) => {
  await draw(job);
  expect(drawn.length).toBeGreaterThan(2);
  const sizes = [...pages.values()];
  const outside = drawn.filter(({ page, left, right, bottom }) => {
    const { width = 0, height = 0 } = sizes[page] ?? {};
    return left < marginOf(width) - 0.5 || right > width - marginOf(width) + 0.5 || bottom > height;
  });
  expect(outside.map(({ text, left, right }) => [text, left, right])).toEqual([]);
  const isOver = (one: Drawn, other: Drawn): boolean =>
    one.page === other.page && one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  const overlaps = drawn.flatMap((one, place) => drawn.slice(place + 1).flatMap((other) => (isOver(one, other) ? [[one.text, other.text]] : [])));
  expect(overlaps).toEqual([]);
});

const printed = (): string =>
  drawn
    .map(({ text }) => text)
    .join(' ')
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ');

test('a box label shows an address with lines of 120 characters completely, in each font size', async () => {
  const words = 'Unit 27 of the Northern Distribution Park, behind the old weighbridge, entrance from Whitehall Riverside East, gate two';
  for (const lines of [1, 2, 3, 4, 5]) {
    drawn = [];
    const parts = Object.fromEntries(Array.from({ length: lines }, (_, at) => [`address_line_${at + 1}`, `${at + 1} ${words}`.slice(0, 120)]));
    const to = { name: 'Northgate Facilities', address_line_1: '', ...parts, postcode: 'LS9 0PX' };
    await draw({ kind: 'consignment_labels', dispatches: [{ ...dispatch, to, total_items: 1, consignment_number: null, client_po_references: [] }] });
    for (const line of [...Object.values(parts), to.postcode]) expect(printed()).toContain(line);
  }
});

test('a name that the font cannot print is printed in Latin letters, and wearers with the same printed name can be distinguished', async () => {
  const names = ['王小明', '王晓明', 'محمد علي', '😀 Zoë', 'Siân \u200bŁuk', '한국어'];
  const wearers = names.map((name, place) => ({
    employee_id: place + 7,
    name,
    employee_number: place === 2 ? 'NG-9' : null,
    qty_items: 1,
    count: 1,
  }));
  await draw({ kind: 'order_labels', order: { id: 42, ...order, site: 'Café 日本', wearers } });
  const texts = drawn.map(({ text }) => text);
  for (const name of ["Mhmd 'ly", ':grinning: Zoë', 'Siân Łuk', 'HanGugEo', 'Café Ri Ben']) expect(printed()).toContain(name);
  expect(printed().match(/Wang Xiao Ming/g)).toHaveLength(2);
  expect(texts.filter((text) => /^#\d+$/.test(text.trim()))).toEqual(['#7', '#8']);
  expect(printed()).toContain('NG-9');
  const font = openSync(fontFiles.normal) as Font;
  expect([...printed()].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))).toEqual([]);
});
