import { beginRun } from '../allocation/begin-run.ts';
import { type BatchPosition, runBatch } from '../allocation/run-batch.ts';
import type { DemoWorld } from './demo-world.ts';

/** Preview an allocation run in the office's name; somebody who looks at the demo can carry it out. */
export async function previewAllocation(world: DemoWorld): Promise<void> {
  const [office] = world.staff('super');
  if (!office) throw new Error('The demo needs somebody in the office');
  const ctx = world.as(office);
  const { id } = await beginRun(ctx, { rule: 'whole_first', is_preview: true });
  let position: BatchPosition | null = null;
  do position = await runBatch({ db: ctx.db, now: ctx.now }, id, position);
  while (position);
}
