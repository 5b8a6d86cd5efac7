import type { Sent } from './load.ts';

/** The first requests are not counted: the caller and the called code have to be compiled first. */
const WARM_UP = 40;

// Sends the same requests in turn, again and again, each after the response to the previous one, and prints how many milliseconds each took.
const { sent, times } = JSON.parse(process.argv[2] ?? '') as { sent: Sent[]; times: number };
const took = sent.map((): number[] => []);
for (let n = -WARM_UP; n < times; n++) {
  for (const [place, { origin, request }] of sent.entries()) {
    const started = performance.now();
    const response = await fetch(origin + request.path, { method: request.method, headers: request.headers ?? {}, body: request.body ?? null });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status}`);
    if (n >= 0) took[place]?.push(performance.now() - started);
  }
}
process.stdout.write(JSON.stringify(took));
