import { createServer } from 'node:net';

/**
 * Each process of the tests has ports of its own. They lie below those that systems give to outgoing connections, of which the tests make thousands: one
 * of them could take the port between this probe and the start of the server.
 */
const FIRST = 20_000 + (process.pid % 1000) * 10;
const COUNT = 10;
let next = 0;

/** A port of loopback that nothing uses. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free on loopback.`);
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
