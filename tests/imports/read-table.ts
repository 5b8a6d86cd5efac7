import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readTable } from '../../server/imports/table-file.ts';

/** The result of reading a file in a separate process. */
export interface Reading {
  rows: number;
  cells: number;
  /** Why the file was refused, or null. */
  refusal: string | null;
  /** The highest memory use of the process, in MB. */
  peak_mb: number;
  seconds: number;
  rows_per_second: number;
  /** Delay of the event loop in milliseconds. */
  delay_p95: number;
  delay_max: number;
}

// node --max-old-space-size=256 --import tsx tests/imports/read-table.ts FILE [SHEET]
const [, , path = '', sheet = null] = process.argv;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const began = performance.now();
let rows = 0;
let cells = 0;
let refusal: string | null = null;
try {
  for await (const batch of readTable(path, { sheet })) {
    rows += batch.length;
    for (const row of batch) cells += row.cells.length;
  }
} catch (error) {
  refusal = (error as Error).message;
}
const seconds = (performance.now() - began) / 1000;
const reading: Reading = {
  rows,
  cells,
  refusal,
  peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds: Number(seconds.toFixed(2)),
  rows_per_second: Math.round(rows / seconds),
  delay_p95: Number((delay.percentile(95) / 1e6).toFixed(1)),
  delay_max: Number((delay.max / 1e6).toFixed(1)),
};
process.stdout.write(`${JSON.stringify(reading)}\n`);
process.exit();
