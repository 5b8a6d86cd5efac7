import { createReadStream } from 'node:fs';
import { decodeWindows1252, utf16Of } from '../../shared/decode-text.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';
import { withPlainLineEnds } from './cell-text.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a file as `decodeText` decides for a text in memory: UTF-16 by its first bytes, UTF-8 if the whole file is valid, else
 * Windows-1252.
 */
async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const utf16 = isFirst ? utf16Of(bytes) : null;
    if (utf16) return utf16;
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

/** How many bytes are decoded and cut into records at once. This takes a few milliseconds, after which other work has its turn. */
const pieceBytes = 16 * 1024;
/** Upper limit of empty lines between two records: a file with more is not a table. */
const emptyLines = 100_000;

async function* decodedPieces(path: string): AsyncGenerator<string> {
  const encoding = await encodingOf(path);
  const decoder = encoding === 'windows-1252' ? null : new TextDecoder(encoding);
  let carried = '';
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    const text = carried + (decoder?.decode(bytes, { stream: true }) ?? decodeWindows1252(bytes));
    if (text.includes('\0')) throw new Problem(422, { message: importMessages.not_text });
    carried = text.endsWith('\r') ? '\r' : '';
    yield withPlainLineEnds(carried ? text.slice(0, -1) : text);
  }
  yield withPlainLineEnds(carried + (decoder?.decode() ?? ''));
}

/**
 * The text of a file in pieces, without its byte order mark and the empty lines at its end. Each line ends with `\n` alone, so that lines can be
 * counted. 422 for a file that is not text, or has more than 100,000 empty lines between two lines of text.
 */
export async function* textOfFile(path: string): AsyncGenerator<string> {
  let waitingEnds = 0;
  for await (const text of decodedPieces(path)) {
    let length = text.length;
    while (text[length - 1] === '\n') length--;
    if (length) {
      if (waitingEnds > emptyLines) throw new Problem(422, { message: importMessages.empty_lines(emptyLines) });
      yield '\n'.repeat(waitingEnds) + text.slice(0, length);
      waitingEnds = 0;
    }
    waitingEnds += text.length - length;
  }
  if (waitingEnds) yield '\n';
}
