import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { boxCode } from '../../shared/scan/box-code.ts';
import { linesWithoutPostcode, type PrintedAddress } from './address.ts';
import { fitLines } from './fit.ts';
import { caption, foot, labelRoom, labelSheet, plate, rule, words } from './label-parts.ts';

/** A dispatch with the facts on its boxes' labels. */
export interface LabelledDispatch {
  id: number;
  dispatch_number: string;
  /** The carrier's number; until the carrier gives one, the barcode holds the dispatch and the box. */
  consignment_number: string | null;
  service: string;
  order_numbers: string[];
  po_references: string[];
  from: PrintedAddress;
  to: PrintedAddress;
  /** Kilograms, of the whole dispatch. */
  total_weight: number;
  /** Boxes: one label is printed for each. */
  total_items: number;
}

/** A 4 x 6 inch label for each box of each dispatch. */
export const boxLabels = (dispatches: LabelledDispatch[]): TDocumentDefinitions =>
  labelSheet(
    'Consignment labels',
    dispatches.flatMap((dispatch) => Array.from({ length: Math.max(1, dispatch.total_items) }, (_, index) => boxLabel(dispatch, index + 1))),
  );

function boxLabel(dispatch: LabelledDispatch, box: number): Content[] {
  const { from, to } = dispatch;
  const boxes = Math.max(1, dispatch.total_items);
  const half = labelRoom / 2 + 8;
  return [
    words(`From ${from.name}`, { y: 14, room: labelRoom - 84, sizes: [8, 7], bold: true }),
    words(dispatch.dispatch_number, { x: labelRoom - 80, y: 14, sizes: [8, 7, 6], bold: true, align: 'right' }),
    words([...linesWithoutPostcode(from), from.postcode].join(', '), { y: 25, sizes: [7, 6] }),
    plate(0, 40, labelRoom, 34),
    words(dispatch.service, { x: 8, y: 46, room: labelRoom - 16, sizes: [20, 16, 13], bold: true, color: 'white' }),

    ...recipient(to),
    rule(248),

    caption('Box', 0, 254),
    words(`${box} of ${boxes}`, { y: 262, room: half - 8, sizes: [26, 22, 18], bold: true }),
    caption(boxes === 1 ? 'Weight' : 'Weight, all boxes', half, 254),
    words(`${dispatch.total_weight.toFixed(1)} kg`, { x: half, y: 262, sizes: [26, 22, 18], bold: true }),
    caption(dispatch.order_numbers.length === 1 ? 'Order' : 'Orders', 0, 298),
    words(dispatch.order_numbers.join(', '), { y: 307, room: half - 8, sizes: [12, 10, 8, 7], bold: true }),
    ...reference(dispatch, half),
    ...foot(dispatch.consignment_number ?? boxCode({ dispatch_id: dispatch.id, box })),
  ];
}

/** Width that the contact's telephone number may take, in points. */
const phoneRoom = 90;

function recipient(to: PrintedAddress): Content[] {
  const name = fitLines(2, to.name, labelRoom, [17, 15, 13, 11, 9]);
  const lines = linesWithoutPostcode(to).slice(0, 6);
  const isTight = lines.length + name.lines.length > 5;
  const step = isTight ? 14 : 18;
  const sizes = isTight ? ([12, 11, 9, 8, 7] as const) : ([15, 13, 11, 9, 8, 7] as const);
  const top = name.lines.length === 1 ? 113 : 93 + 2 * name.fontSize * 1.2;
  const below = top - 1 + lines.length * step;
  return [
    caption('Deliver to', 0, 82),
    ...name.lines.map((line, index) => words(line, { y: 91 + index * name.fontSize * 1.2, sizes: [name.fontSize], bold: true })),
    ...lines.map((line, index) => words(line, { y: top + index * step, sizes })),
    words(to.postcode, { y: below, sizes: isTight ? [22] : [26, 22], bold: true }),
    words(to.contact_name ?? '', { y: 233, room: labelRoom - phoneRoom - 8, sizes: [10, 9, 8, 7] }),
    words(to.contact_phone ?? '', { x: labelRoom - phoneRoom, y: 233, sizes: [10, 9, 8, 7, 6], align: 'right' }),
  ];
}

/** The client's own order reference; the dispatch number stands there when there is none. */
function reference(dispatch: LabelledDispatch, x: number): Content[] {
  const references = dispatch.po_references.filter((reference) => reference !== '');
  const value = references.length > 0 ? references.join(', ') : dispatch.dispatch_number;
  return [caption(references.length > 0 ? 'Your PO' : 'Dispatch', x, 298), words(value, { x, y: 307, sizes: [12, 10, 8, 7], bold: true })];
}
