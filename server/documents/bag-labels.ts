import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { bagCode } from '../../shared/scan/bag-code.ts';
import { fitLines } from './fit.ts';
import { caption, foot, labelRoom, labelSheet, plate, rule, words } from './label-parts.ts';

/** An order with the facts on its wearers' bag labels. */
export interface LabelledOrder {
  id: number;
  order_number: string;
  client: string;
  site: string | null;
  po_reference: string | null;
  wearers: LabelledWearer[];
}

export interface LabelledWearer {
  employee_id: number;
  name: string;
  employee_number: string | null;
  qty_items: number;
  /** Labels to print: one for each bag. */
  count: number;
}

/** A 4 x 6 inch label for each bag of each wearer. */
export const bagLabels = (order: LabelledOrder): TDocumentDefinitions =>
  labelSheet(
    `Labels of order ${order.order_number}`,
    order.wearers.flatMap((wearer) => Array.from({ length: wearer.count }, (_, index) => bagLabel(order, wearer, index + 1))),
  );

/** Who the wearer is besides the name: the employee number, and without one the number here where another wearer has the same name. */
function identity({ wearers }: LabelledOrder, { employee_id, name, employee_number }: LabelledWearer): [heading: string, value: string] {
  const isAlone = wearers.every((other) => other.employee_id === employee_id || other.name.toLowerCase() !== name.toLowerCase());
  return employee_number || isAlone ? ['Employee number', employee_number ?? 'none'] : ['Wearer number', `#${employee_id}`];
}

/** Where the wearer's name may stand on its plate, in points. */
const nameTop = 62;
const nameRoom = 90;

function bagLabel(order: LabelledOrder, wearer: LabelledWearer, bag: number): Content[] {
  const half = labelRoom / 2 + 8;
  const [heading, value] = identity(order, wearer);
  const name = fitLines(3, wearer.name, labelRoom - 20, [30, 26, 22, 18, 15]);
  const step = nameRoom / Math.max(name.lines.length, 2);
  const top = nameTop + (nameRoom - step * name.lines.length) / 2 + (step - name.fontSize * 1.17) / 2;
  return [
    words(order.client, { y: 14, sizes: [15, 13, 11], bold: true }),
    words(order.site ?? '', { y: 34, sizes: [12, 10, 9] }),
    plate(0, 58, labelRoom, 98),
    ...name.lines.map((line, index) =>
      words(line, {
        x: 10,
        y: top + index * step,
        room: labelRoom - 20,
        sizes: [name.fontSize],
        bold: true,
        color: 'white',
      }),
    ),

    caption(heading, 0, 166),
    words(value, { y: 175, room: half - 8, sizes: [22, 18, 14, 11, 9], bold: true }),
    caption('Items for this wearer', half, 166),
    words(String(wearer.qty_items), { x: half, y: 175, sizes: [22], bold: true }),
    rule(208),

    caption('Order', 0, 216),
    words(order.order_number, { y: 225, room: half - 8, sizes: [34, 28, 22], bold: true }),
    caption('Bag', half, 216),
    words(`${bag} of ${wearer.count}`, { x: half, y: 225, sizes: [34, 28, 22], bold: true }),
    ...(order.po_reference ? [caption('Your PO', 0, 276), words(order.po_reference, { y: 285, sizes: [16, 14, 11, 9], bold: true })] : []),
    ...foot(bagCode({ order_id: order.id, employee_id: wearer.employee_id, bag })),
  ];
}
