import { addComment } from '../suppliers/supplier-comments.ts';
import { type DemoWorld, daysAgo } from './demo-world.ts';
import { randomFrom } from './random.ts';
import type { Life } from './timeline.ts';

const notes: readonly { days_ago: number; supplier: string; comment: string }[] = [
  { days_ago: 96, supplier: 'PEN', comment: 'Closed from 24 December to 2 January: order December’s sizes by the end of November.' },
  { days_ago: 58, supplier: 'CAL', comment: 'Carton labels now show our SKU beside theirs.' },
  { days_ago: 37, supplier: 'PEN', comment: 'Credit for the open seams is agreed, and comes with the next invoice.' },
  { days_ago: 12, supplier: 'BHV', comment: 'Zips: ask for Dean in the factory, the office does not know the batches.' },
  { days_ago: 5, supplier: 'PEN', comment: 'Prices rise by 3% from 1 January. The new list is in the post.' },
];

async function* writeNote(world: DemoWorld, { days_ago, supplier, comment }: (typeof notes)[number]): Life {
  yield daysAgo(world, days_ago);
  const [buyer] = world.staff('super');
  const supplier_id = world.catalogue.supplier_ids.get(supplier);
  if (buyer && supplier_id !== undefined) await addComment(world.as(buyer), supplier_id, comment);
}

/** Begin the demo's notes about suppliers. They have their own random source, so that the rest of the demo does not depend on them. */
export function beginSupplierNotes(world: DemoWorld): void {
  const alone = { ...world, random: randomFrom(notes.length) };
  for (const note of notes) world.timeline.begin(writeNote(alone, note));
}
