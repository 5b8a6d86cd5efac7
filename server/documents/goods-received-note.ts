import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { ukDay } from '../../shared/uk-time.ts';
import type { PrintedAddress } from './address.ts';
import { fitLine } from './fit.ts';
import { type Column, fact, facts, formatCount, heading, page, pageRoom, ruled } from './page.ts';
import { quiet } from './sheet.ts';

/** The items of one delivery, each with its destination. Without costs, because the note is for the warehouse. */
export interface GoodsReceivedNote {
  reference: string;
  provider: PrintedAddress;
  /** Null for a reader without access to suppliers. */
  supplier: string | null;
  our_references: string[];
  delivery_note_number: string | null;
  received_at: string;
  received_by: string | null;
  /** Null unless the receipt is reversed. */
  reversed_at: string | null;
  reverse_reason: string | null;
  lines: ReceivedGoodsLine[];
}

export interface ReceivedGoodsLine {
  bin: string | null;
  sku: string;
  product: string;
  colour: string | null;
  size: string | null;
  our_reference: string | null;
  quantity: number;
  /** The waiting orders that get items of this line, and how many items each of them gets. */
  orders: { order_number: string; quantity: number }[];
}

const columns: Column[] = [
  { heading: 'SKU', width: 84 },
  { heading: 'Product', width: '*' },
  { heading: 'Size', width: 46 },
  { heading: 'Purchase order', width: 70 },
  { heading: 'Quantity', width: 42, right: true },
  { heading: 'Goes to', width: 110 },
];

/** The items that arrived, with the waiting order or the bin for each line. */
export function goodsReceivedNote(note: GoodsReceivedNote): TDocumentDefinitions {
  const items = note.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const document = page('Goods received note', note.reference, [
    heading('Goods received note', note.reference, note.provider.name ?? ''),
    ...(note.reversed_at
      ? [
          {
            text: `Reversed on ${ukDay(note.reversed_at)}: ${note.reverse_reason ?? ''}`,
            bold: true,
            margin: [0, 0, 0, 8] as [number, number, number, number],
          },
        ]
      : []),
    facts([
      [fact('Received', ukDay(note.received_at)), fact('Received by', note.received_by)],
      [fact('Supplier', note.supplier), fact('Delivery note', note.delivery_note_number)],
      [fact('Lines', String(note.lines.length)), fact('Items', String(items))],
    ]),
    facts([[fact('Purchase orders', fitLine(note.our_references.join(', '), pageRoom, [9]).text)]]),
    ruled(columns, note.lines.map(lineRow)),
    { text: `Total: ${formatCount(items, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 0] },
  ]);
  return note.reversed_at ? { ...document, watermark: { text: 'Reversed', color: quiet, opacity: 0.12, bold: true } } : document;
}

const toBin = ({ bin }: ReceivedGoodsLine): string => (bin ? `Bin ${bin}` : 'No bin');

function destinations(line: ReceivedGoodsLine): string[] {
  const toOrders = line.orders.reduce((sum, { quantity }) => sum + quantity, 0);
  const rest = line.quantity - toOrders;
  return [
    ...line.orders.map(({ order_number, quantity }) => `Order ${order_number}: ${quantity}`),
    ...(rest > 0 ? [toOrders ? `${toBin(line)}: ${rest}` : toBin(line)] : []),
  ];
}

const lineRow = (line: ReceivedGoodsLine): TableCell[] => [
  line.sku,
  [line.product, line.colour].filter(Boolean).join(', '),
  { text: line.size ?? '', bold: true },
  line.our_reference ?? 'none',
  { text: String(line.quantity), alignment: 'right', bold: true },
  { stack: destinations(line).map((text) => ({ text, bold: true })) },
];
