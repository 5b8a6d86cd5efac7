import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { formatDate, ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { type Column, fact, facts, formatCount, page, ruled } from './page.ts';
import { quiet } from './sheet.ts';

/** The items that somebody who leaves has to return, with a box to tick for each item and a space to sign. */
export interface ItemsToReturn {
  employee: string;
  employee_number: string | null;
  leaves_on: string | null;
  account: string;
  provider: PrintedAddress;
  /** When the list was printed. */
  printed_at: string;
  /** False if the person holds more items than the list shows. */
  is_complete: boolean;
  lines: ItemToReturn[];
}

export interface ItemToReturn {
  sku: string;
  product: string;
  colour: string | null;
  size: string | null;
  decoration: string | null;
  /** The ordered product, if another was sent in its place. */
  ordered_as: string | null;
  order_number: string;
  sent_at: string | null;
  quantity: number;
  /** How many of the `quantity` items are in a return that nobody has decided yet. */
  qty_in_return: number;
  /** True if the provider does not take the item back. The wearer has to hand the item in anyway. */
  is_non_returnable: boolean;
}

const columns: Column[] = [
  { heading: 'Product', width: '*' },
  { heading: 'Colour', width: 60 },
  { heading: 'Size', width: 45 },
  { heading: 'Order', width: 40 },
  { heading: 'Sent', width: 55 },
  { heading: 'Quantity', width: 44, right: true },
  { heading: 'Back', width: 40, right: true },
];

/** The list of the items that a person holds. */
export function itemsToReturn(list: ItemsToReturn): TDocumentDefinitions {
  const items = list.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return page('Items to return', list.employee, [
    { text: 'Items to return', fontSize: 12, color: quiet },
    { text: list.employee, fontSize: 20, bold: true, margin: [0, 0, 0, 10] },
    facts([
      [fact('Employee number', list.employee_number)],
      [fact('Company', list.account)],
      [fact('Printed', ukDay(list.printed_at)), ...(list.leaves_on ? [fact('Leaves', formatDate(list.leaves_on))] : [])],
      [fact('Supplied by', wholeAddress(list.provider))],
    ]),
    list.lines.length ? ruled(columns, list.lines.map(lineRow)) : { text: 'Nothing is to be returned.' },
    { text: `Total: ${formatCount(items, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 0] },
    ...(list.is_complete
      ? []
      : [
          {
            text: 'There are more items than this list has: print it again once these are returned.',
            margin: [0, 6, 0, 0] as [number, number, number, number],
          },
        ]),
    {
      stack: [{ columns: [signature('Handed back by'), signature('Received by'), signature('Date')], columnGap: 24, margin: [0, 40, 0, 0] }],
      unbreakable: true,
    },
  ]);
}

const signature = (label: string) => ({
  stack: [
    { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.7 }] },
    { text: label, fontSize: 7.5, color: quiet, margin: [0, 3, 0, 0] as [number, number, number, number] },
  ],
});

/** Notes about an item, one for each line of text. */
const notesOf = (line: ItemToReturn): string[] =>
  [
    [line.sku, line.decoration].filter(Boolean).join(' · '),
    line.ordered_as && `Ordered as ${line.ordered_as}`,
    line.qty_in_return > 0 && `${line.qty_in_return} of ${line.quantity} in a return already`,
    line.is_non_returnable && 'Non-returnable: keep or dispose of it',
  ].filter((note) => typeof note === 'string' && note !== '') as string[];

const lineRow = (line: ItemToReturn): TableCell[] => [
  { stack: [line.product, ...notesOf(line).map((text) => ({ text, fontSize: 7.5, color: quiet }))] },
  line.colour ?? '',
  { text: line.size ?? '', bold: true },
  line.order_number,
  ukDay(line.sent_at) ?? '–',
  { text: String(line.quantity), alignment: 'right', bold: true },
  // A box for a tick or a number. It is drawn because the documents' fonts have no character for a box.
  { canvas: [{ type: 'rect', x: 16, y: 1, w: 24, h: 13, lineWidth: 0.8 }] },
];
