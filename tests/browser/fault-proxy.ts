import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of the server. It can cut the network: open connections end, and new ones are refused at once. */
export interface FaultProxy {
  url: string;
  cut: () => void;
  /** Requests arrive, and their responses are lost on the way back. */
  deafen: () => void;
  mend: () => void;
  /** Delays all data by this many milliseconds each way from now on. */
  slow: (each_way: number) => void;
  close: () => Promise<void>;
}

/** Opens a proxy to a port of loopback. It also cuts the service worker's traffic, which the browser's own offline switch misses. */
export async function openFaultProxy(port: number): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'deaf' = 'whole';
  let delay = 0;
  /** Forwards the data of one connection to another. Chunks keep their order, because all have the same delay. */
  const carry = (from: Socket, to: Socket): void => {
    const later = (act: () => void): void => void (delay ? setTimeout(act, delay) : act());
    from.on('data', (chunk) => later(() => !to.destroyed && to.write(chunk)));
    from.on('end', () => later(() => to.end()));
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    carry(near, far);
    if (state === 'deaf') far.once('data', () => near.destroy());
    else carry(far, near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback.');
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  const become = (next: typeof state) => {
    state = next;
    drop();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => become('cut'),
    deafen: () => become('deaf'),
    mend: () => become('whole'),
    slow: (each_way) => {
      delay = each_way;
    },
    close: async () => {
      const closeEvent = new Promise<void>((resolve) => server.close(() => resolve()));
      drop();
      await closeEvent;
    },
  };
}
