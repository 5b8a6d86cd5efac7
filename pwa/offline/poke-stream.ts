import type { Poke } from '../../shared/sync/wire.ts';
import type { Clock } from './ports.ts';

/** The server says that it is there every 15 seconds: after three times that the connection is dead, whatever the device believes. */
const SILENCE_MOST = 45_000;

/** Reads a stream of server-sent events until it ends or falls silent; comments and what is no poke are passed over. */
export async function readPokes(stream: ReadableStream<Uint8Array>, heard: (poke: Poke) => void, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const beat = new AbortController();
    const silence = clock.sleep(SILENCE_MOST, beat.signal).then(() => null);
    const read = await Promise.race([reader.read(), silence]);
    beat.abort();
    if (!read) return void reader.cancel().catch(() => undefined);
    if (read.done) return;
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = line.startsWith('data:') ? pokeIn(line.slice('data:'.length)) : null;
      if (said) heard(said);
    }
  }
}

function pokeIn(text: string): Poke | null {
  try {
    const said = JSON.parse(text) as Partial<Poke> | null;
    return typeof said?.epoch === 'string' && Number.isSafeInteger(said.v) ? { epoch: said.epoch, v: Number(said.v) } : null;
  } catch {
    return null;
  }
}
