import { addAbortSignal, type Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { type Entry, openPromise } from 'yauzl';
import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** Upper limit of an expanded part of a workbook, in bytes: 100,000 rows of 40 columns need 180 to 280 MB. */
const longestPart = 400 * 1024 * 1024;
/** Upper limit of a part that is read whole, in bytes: styles, and the lists of sheets. */
export const longestSmallPart = 16 * 1024 * 1024;
/**
 * Upper limit of the compression ratio of a large part. A sheet that people made shrinks to between a tenth and a sixtieth; a part that shrinks
 * far more was built to fill the disk or the memory.
 */
const highestRatio = 200;
const ratioMattersFrom = 32 * 1024 * 1024;
const mostParts = 10_000;
/** Upper limit of characters from one tag to the next; a cell holds at most 32,767 characters, and entities lengthen its text. */
const longestTag = 1_000_000;
const deepestTag = 100;

export const refused = (message: string): Problem => new Problem(422, { message });

/** The parts of a zip file by name in lower case, because a workbook ignores the case of names. */
export interface ZipParts {
  has(name: string): boolean;
  /** The bytes of a part, expanded. 422 if the part is missing, encrypted or larger than `limit` bytes. */
  open(name: string, limit?: number): Promise<Readable>;
  close(): void;
}

function checkSize({ compressedSize, uncompressedSize }: Entry, limit: number): void {
  const isPacked = uncompressedSize > ratioMattersFrom && uncompressedSize > highestRatio * compressedSize;
  if (uncompressedSize > limit || isPacked) throw refused(importMessages.workbook_too_large);
}

/**
 * Reads the directory of a zip file. The caller then opens the parts one by one; `signal` ends the reading. 422 for a file that is broken, or that
 * has two parts of the same name.
 */
export async function openZip(path: string, signal?: AbortSignal): Promise<ZipParts> {
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > mostParts) throw refused(importMessages.workbook_too_large);
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw refused(importMessages.broken_workbook);
      entries.set(name, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    open: async (name, limit = longestPart) => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw refused(importMessages.broken_workbook);
      if (entry.isEncrypted()) throw refused(importMessages.encrypted_workbook);
      checkSize(entry, limit);
      const bytes = await zip.openReadStreamPromise(entry);
      return signal ? addAbortSignal(signal, bytes) : bytes;
    },
    close: () => zip.close(),
  };
}

/** Handles the tags and the text of a part. Names are passed without their namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decoderOf(bytes: Buffer): TextDecoder {
  const mark = bytes.subarray(0, 2).toString('hex');
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8', { fatal: true });
}

/**
 * Read a part piece by piece, as fast as the caller asks for pieces. The generator yields once `reader` has the tags and texts of a piece. Only the
 * text between two tags is kept in memory. A part that uses an entity which the part itself defines is refused.
 */
export async function* readXml(bytes: Readable, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let sinceTag = 0;
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    depth++;
    if (depth > deepestTag) throw refused(importMessages.broken_workbook);
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth--;
    reader.close?.(localName(name));
  });
  const passText = (text: string) => reader.text?.(text);
  parser.on('text', passText);
  parser.on('cdata', passText);
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    decoder ??= decoderOf(piece);
    const characters = decoder.decode(piece, { stream: true });
    sinceTag += characters.length;
    parser.write(characters);
    if (sinceTag > longestTag) throw refused(importMessages.broken_workbook);
    yield;
  }
  parser.write(decoder?.decode() ?? '');
  parser.close();
  yield;
}

/** Read a whole part that is small. */
export async function readSmallXml(bytes: Readable, reader: XmlReader): Promise<void> {
  const pieces = readXml(bytes, reader);
  while (!(await pieces.next()).done);
}

/** Turns a library's error about a broken file into a message for people. Returns other errors unchanged. */
export function workbookProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return error;
  const isUndecodable = 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return error.constructor === Error || isUndecodable ? refused(importMessages.broken_workbook) : error;
}
