import { importMessages } from '../../shared/imports/messages.ts';
import { refused } from './zip-parts.ts';

/** Enough for 100,000 rows of 40 columns in which every text is different. */
const mostStrings = 4_000_000;
/** Upper limit of the characters of all texts together. */
const longestStrings = 64_000_000;
const blockStrings = 1024;

interface Block {
  bytes: Buffer;
  /** The position in `bytes` at which each text ends. */
  ends: Uint32Array;
}

/** The texts that the cells of a workbook share, by number. They are stored outside the heap, in blocks, because there can be millions. */
export class SharedStrings {
  private readonly blocks: Block[] = [];
  private waiting: string[] = [];
  private size = 0;
  count = 0;

  /** Adds a text. Throws 422 beyond four million texts, or beyond 64 million characters in all. */
  add(text: string): void {
    this.size += text.length;
    if (this.count >= mostStrings || this.size > longestStrings) throw refused(importMessages.too_many_strings);
    this.waiting.push(text);
    this.count++;
    if (this.waiting.length === blockStrings) this.store();
  }

  private store(): void {
    const ends = new Uint32Array(this.waiting.length);
    let end = 0;
    for (const [i, text] of this.waiting.entries()) {
      end += Buffer.byteLength(text);
      ends[i] = end;
    }
    this.blocks.push({ bytes: Buffer.from(this.waiting.join('')), ends });
    this.waiting = [];
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined;
    const place = index % blockStrings;
    const block = this.blocks[(index - place) / blockStrings];
    if (!block) return this.waiting[place];
    return block.bytes.toString('utf8', place ? block.ends[place - 1] : 0, block.ends[place]);
  }
}
