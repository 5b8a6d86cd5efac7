import type { PrintJob } from './draw.ts';
import { print } from './print.ts';

/** Labels for warming up; nobody sees them. */
const practice: PrintJob = {
  kind: 'order_labels',
  order: {
    id: 1,
    order_number: '00001',
    client: 'Practice',
    site: 'Practice',
    client_po_reference: 'Practice',
    required_on: null,
    wearers: [{ employee_id: 1, name: 'Practice Label', employee_number: '1', qty_items: 1, count: 100 }],
  },
};

/** How often the labels are drawn: a thread is several times slower until it has drawn a few hundred labels. */
const TIMES = 3;

/** Starts a thread and warms it up, so that the first real labels of a day are as fast as all others. */
export async function warmPrinters(): Promise<void> {
  for (let n = 0; n < TIMES; n++) await print(practice);
}
