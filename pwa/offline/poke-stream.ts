import type { Poke } from '../../shared/sync/wire.ts';

/** Reads a stream of server-sent events to its end; comments and what is no poke are passed over. */
export async function readPokes(stream: ReadableStream<Uint8Array>, heard: (poke: Poke) => void): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r?\n/);
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
