import type { Poke } from '../../shared/sync/wire.ts';
import type { Clock } from './ports.ts';

/** Milliseconds of silence after which the connection counts as dead, even if the device reports a network. A keep-alive comes every 15 s. */
const MAX_SILENCE = 45_000;

/** Reads a stream of server-sent events until it ends or falls silent; comments and messages that are not pokes are skipped. */
export async function readPokes(stream: ReadableStream<Uint8Array>, onPoke: (poke: Poke) => void, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const beat = new AbortController();
    const silence = clock.sleep(MAX_SILENCE, beat.signal);
    const read = await Promise.race([reader.read(), silence]);
    beat.abort();
    if (!read) return void reader.cancel().catch(() => undefined);
    if (read.done) return;
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const poke = line.startsWith('data:') ? pokeIn(line.slice('data:'.length)) : null;
      if (poke) onPoke(poke);
    }
  }
}

function pokeIn(text: string): Poke | null {
  try {
    const poke = JSON.parse(text) as Partial<Poke> | null;
    return typeof poke?.epoch === 'string' && Number.isSafeInteger(poke.v) ? { epoch: poke.epoch, v: Number(poke.v) } : null;
  } catch {
    return null;
  }
}
