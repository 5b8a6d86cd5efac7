import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { amountOf, pounds, poundsOfTenths } from '../../shared/money.ts';
import { formatDate, ukDay } from '../../shared/uk-time.ts';
import { type PrintedAddress, wholeAddress } from './address.ts';
import { fitLine } from './fit.ts';
import { type Column, fact, facts, formatCount, heading, page, pageRoom, ruled } from './page.ts';
import { quiet } from './sheet.ts';

/** An order to a supplier, or a work order to a decorator, with the facts that the recipient needs, but without private notes. */
export interface PurchaseOrderDocument {
  our_reference: string;
  supplier_reference: string | null;
  work_order: boolean;
  provider: PrintedAddress;
  supplier: PrintedAddress & { code: string };
  contact_email: string | null;
  deliver_to: PrintedAddress;
  /** The client whose decoration a work order applies; null on a purchase order. */
  client: string | null;
  /** Null while it is a draft. */
  approved_at: string | null;
  approver: string | null;
  cancelled_at: string | null;
  public_notes: string | null;
  lines: OrderedLine[];
}

export interface OrderedLine {
  supplier_sku: string | null;
  sku: string;
  product: string;
  colour: string | null;
  size: string | null;
  notes: string | null;
  /** The decorations that a decorator makes, one on each line of the text; null on a purchase order. */
  decoration: string | null;
  /** The garment that is sent out to become this line's product; null if none is sent out. */
  goes_out: { sku: string; product: string } | null;
  due_on: string | null;
  /** Items that are ordered and not cancelled. */
  quantity: number;
  qty_cancelled: number;
  /** Tenths of a penny, ex VAT. */
  unit_price_tenths: number | null;
}

const purchaseColumns: Column[] = [
  { heading: 'Your SKU', width: 72 },
  { heading: 'Our SKU', width: 84 },
  { heading: 'Description', width: '*' },
  { heading: 'Size', width: 38 },
  { heading: 'Quantity', width: 36, right: true },
  { heading: 'Unit price', width: 44, right: true },
  { heading: 'Amount', width: 54, right: true },
];

const workColumns: Column[] = [
  { heading: 'Your SKU', width: 60 },
  { heading: 'Our SKU', width: 80 },
  { heading: 'Garment and decoration', width: '*' },
  { heading: 'Size', width: 38 },
  { heading: 'Goes out', width: 34, right: true },
  { heading: 'Comes back', width: 42, right: true },
  { heading: 'Unit price', width: 42, right: true },
  { heading: 'Amount', width: 52, right: true },
];

/** A purchase order, or a work order for a decorator. Amounts are ex VAT. */
export function purchaseOrderDocument(order: PurchaseOrderDocument): TDocumentDefinitions {
  const title = order.work_order ? 'Work order' : 'Purchase order';
  const dates = new Set(order.lines.map(({ due_on }) => due_on));
  const isOneDate = dates.size < 2;
  const items = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const state = order.cancelled_at ? 'Cancelled' : order.approved_at ? null : 'Draft';
  return {
    ...page(title, order.our_reference, [
      heading(title, order.our_reference, order.provider.name),
      facts(
        [
          [fact('To', [wholeAddress(order.supplier), order.contact_email].filter(Boolean).join('\n'))],
          [fact('Deliver to', wholeAddress(order.deliver_to))],
          [
            fact('Ordered', ukDay(order.approved_at) ?? 'Draft: not approved'),
            ...(order.cancelled_at ? [fact('Cancelled', ukDay(order.cancelled_at))] : []),
            fact('Ordered by', order.approver),
            fact('Due', dueText([...dates])),
          ],
          [fact('From', wholeAddress(order.provider))],
        ],
        140,
      ),
      facts([
        // A reference of sixty characters without a space would push its neighbours off the page.
        [fact('Your reference', order.supplier_reference && fitLine(order.supplier_reference, pageRoom / 3, [9, 7.5]).text)],
        [fact('Supplier code', order.supplier.code)],
        [fact(order.work_order ? 'Client' : 'Lines', order.work_order ? order.client : String(order.lines.length))],
      ]),
      ...(order.public_notes ? [facts([[fact('Notes', order.public_notes)]])] : []),
      order.lines.length
        ? ruled(
            order.work_order ? workColumns : purchaseColumns,
            order.lines.map((line) => lineRow(line, order.work_order, isOneDate)),
          )
        : { text: 'No lines.' },
      totals(order, items),
      {
        text: `Please name ${order.our_reference} on your delivery note and your invoice.`,
        color: quiet,
        margin: [0, 14, 0, 0],
      },
    ]),
    ...(state && { watermark: { text: state, fontSize: 90, opacity: 0.06, bold: true } }),
  };
}

/** The date of all lines; if they differ, the text says that each line has its own. */
function dueText(dates: readonly (string | null)[]): string {
  if (dates.length > 1) return 'See each line';
  const [date] = dates;
  return date ? formatDate(date) : 'As soon as possible';
}

function totals({ work_order, lines }: PurchaseOrderDocument, items: number): Content {
  const sub_total = lines.reduce((sum, { quantity, unit_price_tenths }) => sum + amountOf(quantity, unit_price_tenths), 0);
  const goods = `${formatCount(items, 'item')} on ${formatCount(lines.length, 'line')}`;
  return {
    unbreakable: true,
    stack: [
      { text: work_order ? `${goods} go out and come back decorated` : goods },
      { text: `Total ex VAT: ${pounds(sub_total)}`, bold: true, fontSize: 12, margin: [0, 3, 0, 0] },
    ],
    alignment: 'right',
    margin: [0, 10, 0, 0],
  };
}

/** The notes about an order line, each as one line of text. */
const wordsOf = (line: OrderedLine, isOneDate: boolean): Content[] => [
  ...(line.goes_out && line.goes_out.sku !== line.sku ? [{ text: `Made from ${line.goes_out.sku}, ${line.goes_out.product}`, fontSize: 8 }] : []),
  ...(line.decoration?.split('\n') ?? []).filter((text) => text.trim() !== '').map((text) => ({ text, bold: true, fontSize: 8 })),
  ...[
    line.notes,
    line.qty_cancelled > 0 && `${line.qty_cancelled} cancelled`,
    !isOneDate && `Due ${line.due_on ? formatDate(line.due_on) : 'as soon as possible'}`,
  ]
    .filter((text) => typeof text === 'string' && text !== '')
    .map((text) => ({ text: String(text), fontSize: 8 })),
];

const number = (text: string, bold = false): TableCell => ({ text, alignment: 'right', bold });

const lineRow = (line: OrderedLine, work_order: boolean, isOneDate: boolean): TableCell[] => [
  { text: line.supplier_sku ?? '', bold: true },
  line.sku,
  { stack: [[line.product, line.colour].filter(Boolean).join(', '), ...wordsOf(line, isOneDate)] },
  { text: line.size ?? '', bold: true },
  ...(work_order ? [number(String(line.goes_out ? line.quantity : 0))] : []),
  number(String(line.quantity), true),
  number(line.unit_price_tenths === null ? '–' : poundsOfTenths(line.unit_price_tenths)),
  number(line.unit_price_tenths === null ? '–' : pounds(amountOf(line.quantity, line.unit_price_tenths))),
];
