import { move } from 'piscina';
import { draw, type PrintJob } from './draw.ts';

/** Runs one print job on a thread of its own. The bytes are transferred, not copied. */
export default async function work(job: PrintJob): Promise<unknown> {
  const bytes = Uint8Array.from(await draw(job));
  return move(bytes);
}
