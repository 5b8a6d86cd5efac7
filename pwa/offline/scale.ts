import { readScale, type ScaleReading } from '../../shared/prep/read-scale.ts';
import { createStore } from '../ui/store.ts';

/** The scale at this place: none was connected, it is connected, or it no longer answers. */
export type Scale = { is: 'none' } | { is: 'connected'; reading: ScaleReading | null } | { is: 'lost' };

export const scale = createStore<Scale>({ is: 'none' });

/** The part of the Web Serial API that is used; TypeScript's own types do not contain it. */
interface SerialPort {
  readable: ReadableStream<Uint8Array> | null;
  open: (options: { baudRate: number }) => Promise<void>;
  close: () => Promise<void>;
}
interface Serial {
  requestPort: () => Promise<SerialPort>;
  getPorts: () => Promise<SerialPort[]>;
}

const serialOf = (): Serial | null => ('serial' in navigator ? (navigator.serial as Serial) : null);

/** Whether this browser can read a scale at a serial port. */
export const canConnectScale = (): boolean => serialOf() !== null;

/** The speed that bench scales have from the factory, in bits per second. */
const BAUD_RATE = 9600;

/** Reads lines of a port until it ends. */
async function readPort(port: SerialPort): Promise<void> {
  await port.open({ baudRate: BAUD_RATE });
  scale.set({ is: 'connected', reading: null });
  const decoder = new TextDecoder();
  const reader = port.readable?.getReader();
  if (!reader) throw new Error('The port cannot be read.');
  let rest = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split(/[\r\n]+/);
    rest = (lines.pop() ?? '').slice(-80);
    const reading = lines.map(readScale).findLast((one) => one !== null);
    if (reading) scale.set({ is: 'connected', reading });
  }
}

function begin(port: SerialPort): void {
  readPort(port)
    .catch(() => undefined)
    .finally(() => {
      scale.set({ is: 'lost' });
      void port.close().catch(() => undefined);
    });
}

/** Asks the person for a port and reads the scale at it; call it in the handler of a tap. A person who chooses no port changes nothing. */
export async function connectScale(): Promise<void> {
  const port = await serialOf()
    ?.requestPort()
    .catch(() => null);
  if (port) begin(port);
}

/** Reads the scale that was connected on this device before, without asking. */
export async function resumeScale(): Promise<void> {
  if (scale.get().is === 'connected') return;
  const [port] =
    (await serialOf()
      ?.getPorts()
      .catch(() => [])) ?? [];
  if (port) begin(port);
}
