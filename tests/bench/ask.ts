import type { Request } from './load.ts';

/** The first requests are not counted: the caller and the called code have to be compiled first. */
const WARM_UP = 40;

// Sends the same request again and again, one after the other, and prints how many milliseconds each took.
const { origin, request, times } = JSON.parse(process.argv[2] ?? '') as { origin: string; request: Request; times: number };
const took: number[] = [];
for (let n = -WARM_UP; n < times; n++) {
  const started = performance.now();
  const response = await fetch(origin + request.path, { method: request.method, headers: request.headers ?? {}, body: request.body ?? null });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status}`);
  if (n >= 0) took.push(performance.now() - started);
}
process.stdout.write(JSON.stringify(took));
