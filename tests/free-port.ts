import { createServer } from 'node:net';

/**
 * The first port of this process; each process of the tests has ports of its own. These ports are below the range that systems use for outgoing
 * connections. The tests make thousands of outgoing connections, and one could occupy a port between this probe and the start of the server.
 */
const FIRST = 20_000 + (process.pid % 1000) * 10;
const COUNT = 10;
let next = 0;

/** Returns a port on loopback that nothing uses. */
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
