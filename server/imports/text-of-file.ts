import { createReadStream } from 'node:fs';
import { decodeWindows1252 } from '../../shared/decode-text.ts';
import { messages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding by the file's mark; without one UTF-8 where the whole file is valid, else Windows-1252, as `decodeText` decides for a text in memory. */
async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
    if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
    isFirst = false;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return 'windows-1252';
    }
  }
  try {
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of a file in pieces, without its mark, each line ended by `\n` alone so that lines can be counted. */
export async function* textOfFile(path: string): AsyncGenerator<string> {
  const encoding = await encodingOf(path);
  const decoder = encoding === 'windows-1252' ? null : new TextDecoder(encoding);
  let carried = '';
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = carried + (decoder?.decode(bytes, { stream: true }) ?? decodeWindows1252(bytes));
    if (text.includes('\0')) throw new Problem(422, { message: messages.not_text });
    carried = text.endsWith('\r') ? '\r' : '';
    yield (carried ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
  }
  const rest = carried + (decoder?.decode() ?? '');
  if (rest) yield rest.replace(/\r\n?/g, '\n');
}
