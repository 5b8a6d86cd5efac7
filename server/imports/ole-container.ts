import { importMessages } from '../../shared/imports/messages.ts';
import { refused } from './zip-parts.ts';

const tablesInHeader = 109;
const entrySize = 128;
/** Streams below this size are in sectors of 64 bytes inside another stream. */
const smallStream = 4096;
const smallSector = 64;

interface Entry {
  name: string;
  /** The entry's neighbours in the tree of names. */
  before: number;
  after: number;
  child: number;
  start: number;
  size: number;
}

/**
 * Joins the sectors of a chain that begins at `start`; `followers` has the next sector after each. 422 if the chain leads outside the file or in a
 * circle.
 */
function chain(start: number, followers: Uint32Array, sector: (index: number) => Buffer): Buffer {
  const sectors: Buffer[] = [];
  for (let index = start; index < 0xfffffffa; index = followers[index] ?? 0) {
    if (index >= followers.length || sectors.length >= followers.length) throw refused(importMessages.broken_workbook);
    sectors.push(sector(index));
  }
  return Buffer.concat(sectors);
}

const numbersOf = (bytes: Buffer): Uint32Array => Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readUInt32LE(i * 4));

/** The sectors that hold the table of followers: 109 are named in the header, the others in a chain of lists. */
function tableSectors(file: Buffer, sector: (index: number) => Buffer, perSector: number): number[] {
  const most = file.length / (perSector * 4);
  const sectors = [...numbersOf(file.subarray(76, 76 + tablesInHeader * 4))];
  for (let list = file.readUInt32LE(68); list < 0xfffffffa; ) {
    if (sectors.length > most + tablesInHeader) throw refused(importMessages.broken_workbook);
    const numbers = numbersOf(sector(list));
    sectors.push(...numbers.subarray(0, perSector - 1));
    list = numbers[perSector - 1] ?? 0xfffffffe;
  }
  return sectors.filter((index) => index < 0xfffffffa);
}

function entriesOf(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / entrySize) }, (_, i) => {
    const bytes = directory.subarray(i * entrySize, (i + 1) * entrySize);
    return {
      name: bytes.toString('utf16le', 0, Math.max(0, Math.min(bytes.readUInt16LE(64), 64) - 2)).toLowerCase(),
      before: bytes.readUInt32LE(68),
      after: bytes.readUInt32LE(72),
      child: bytes.readUInt32LE(76),
      start: bytes.readUInt32LE(116),
      size: bytes.readUInt32LE(120),
    };
  });
}

/** The top-level streams of a compound file, by lower-case name. Deeper streams are left out: those of embedded objects may have the same names. */
export function topStreams(file: Buffer): Map<string, () => Buffer> {
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw refused(importMessages.broken_workbook);
  const size = 1 << shift;
  const sector = (index: number): Buffer => {
    const bytes = file.subarray((index + 1) * size, (index + 2) * size);
    if (!bytes.length) throw refused(importMessages.broken_workbook);
    return bytes;
  };
  const followers = numbersOf(Buffer.concat(tableSectors(file, sector, size / 4).map(sector)));
  const entries = entriesOf(chain(file.readUInt32LE(48), followers, sector));
  const [root] = entries;
  const smallFollowers = numbersOf(chain(file.readUInt32LE(60), followers, sector));
  const smallSectors = root ? chain(root.start, followers, sector) : Buffer.alloc(0);
  const contentOf = ({ start, size: length }: Entry): Buffer => {
    const isSmall = length < smallStream;
    const bytes = isSmall
      ? chain(start, smallFollowers, (index) => smallSectors.subarray(index * smallSector, (index + 1) * smallSector))
      : chain(start, followers, sector);
    return bytes.subarray(0, length);
  };
  const streams = new Map<string, () => Buffer>();
  const visited = new Set<Entry>();
  const pending = [root?.child];
  while (pending.length) {
    const entry = entries[pending.pop() ?? -1];
    if (!entry || visited.has(entry)) continue;
    visited.add(entry);
    streams.set(entry.name, () => contentOf(entry));
    pending.push(entry.before, entry.after);
  }
  return streams;
}
