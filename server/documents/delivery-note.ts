import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { type Column, fact, facts, formatCount, groupRow, heading, page, ruled } from './page.ts';
import { hairline } from './sheet.ts';

/** A dispatch with the facts that its receiver checks. No prices: the note travels in the box. */
export interface DeliveryNote {
  dispatch_number: string;
  provider: PrintedAddress;
  client: string;
  to: PrintedAddress;
  dispatched_at: string | null;
  service: string;
  tracking_number: string | null;
  /** Kilograms. */
  total_weight: number;
  total_items: number;
  orders: DeliveredOrder[];
}

export interface DeliveredOrder {
  order_number: string;
  client_po_reference: string | null;
  customer_notes: string | null;
  lines: DeliveredLine[];
}

export interface DeliveredLine {
  employee_id: number;
  wearer: string;
  employee_number: string | null;
  sku: string;
  product: string;
  size: string | null;
  colour: string | null;
  decoration: string | null;
  quantity: number;
}

const columns: Column[] = [
  { heading: 'SKU', width: 80 },
  { heading: 'Product', width: '*' },
  { heading: 'Colour', width: 80 },
  { heading: 'Size', width: 60 },
  { heading: 'Quantity', width: 50, right: true },
];

/** The contents of the boxes, by order and wearer. */
export function deliveryNote(note: DeliveryNote): TDocumentDefinitions {
  const pieces = note.orders.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  const numbers = note.orders.map(({ order_number }) => order_number);
  return page('Delivery note', note.dispatch_number, [
    heading('Delivery note', note.dispatch_number, note.provider.name),
    facts(
      [
        [fact('Deliver to', wholeAddress(note.to))],
        [
          fact('Client', note.client),
          fact(numbers.length === 1 ? 'Order' : 'Orders', numbers.join(', ')),
          fact('Dispatched', ukDay(note.dispatched_at)),
        ],
        [
          fact('Service', note.service),
          fact('Tracking number', note.tracking_number),
          fact('Boxes', String(note.total_items)),
          fact('Weight', `${note.total_weight.toFixed(1)} kg`),
        ],
        [fact('From', wholeAddress(note.provider))],
      ],
      190,
    ),
    ...note.orders.flatMap((order) => deliveredOrder(order)),
    { text: `Total: ${formatCount(pieces, 'item')}`, bold: true, fontSize: 11, alignment: 'right', margin: [0, 10, 0, 24] },
    receipt(),
  ]);
}

function deliveredOrder(order: DeliveredOrder): Content[] {
  const wearers = new Map<number, DeliveredLine[]>();
  for (const line of order.lines) wearers.set(line.employee_id, [...(wearers.get(line.employee_id) ?? []), line]);
  const rows = [...wearers.values()].flatMap((lines): TableCell[][] => [...lines.slice(0, 1).map(wearerRow), ...lines.map(lineRow)]);
  const reference = order.client_po_reference ? `, your PO ${order.client_po_reference}` : '';
  return [
    { text: `Order ${order.order_number}${reference}`, bold: true, fontSize: 11, margin: [0, 10, 0, 3] },
    ...(order.customer_notes ? [{ text: order.customer_notes, margin: [0, 0, 0, 4] as [number, number, number, number] }] : []),
    ruled(columns, rows),
  ];
}

const wearerRow = ({ wearer, employee_number }: DeliveredLine): TableCell[] =>
  groupRow([wearer, employee_number].filter(Boolean).join(', '), columns.length);

const lineRow = (line: DeliveredLine): TableCell[] => [
  line.sku,
  line.decoration ? { stack: [line.product, { text: line.decoration, fontSize: 8 }] } : line.product,
  line.colour ?? '',
  { text: line.size ?? '', bold: true },
  { text: String(line.quantity), alignment: 'right', bold: true },
];

/** The lines for name, signature and date. Built again for each note, because pdfmake stores computed positions in its input. */
const receipt = (): Content => ({
  unbreakable: true,
  columns: ['Received by', 'Signature', 'Date'].map((label) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 155, y2: 0, lineWidth: 0.6, lineColor: hairline }] },
      { text: label, fontSize: 8, margin: [0, 3, 0, 0] },
    ],
  })),
  columnGap: 16,
});
