import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import writeFileAtomic from 'write-file-atomic';
import { decodeText } from '../../shared/decode-text.ts';
import type { TakeAnswer } from './carrier.ts';
import { type AnswerFile, parseAnswers } from './parse-answers.ts';

/**
 * Milliseconds without a change after which a file counts as complete: `RESTED` for a file that ends with a line break, `RESTED_UNFINISHED` for any
 * other file, because the carrier's software may not have finished it.
 */
const RESTED = 2_000;
const RESTED_UNFINISHED = 60_000;
/** Upper limit of files that one run reads; the next run continues. */
const MAX_FILES = 100;
/** Upper limit of an answer file, in bytes. */
const LARGEST = 8 * 1024 * 1024;

/**
 * Read the files in which the carrier's software reports the numbers it gave. A file is moved to `done` only after all its rows are processed, so
 * that a file is read again if a crash interrupted its reading; rows that are stored already change nothing. Unusable rows are written to a file in
 * `rejected`, each with its reason. A file that is too large or is no answer file is itself moved to `rejected`.
 */
export async function readAnswers(folder: string, take: TakeAnswer, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && ['.csv', '.txt'].includes(extname(entry.name).toLowerCase()))
    .map(({ name }) => name)
    .sort();
  for (const name of files.slice(0, MAX_FILES)) await readAnswerFile(folder, name, take, now);
}

async function readAnswerFile(folder: string, name: string, take: TakeAnswer, now: Date): Promise<void> {
  const path = join(folder, name);
  const { size, mtimeMs } = await stat(path);
  const rested = now.getTime() - mtimeMs;
  if (rested < RESTED) return;
  const stamped = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${name}`;
  if (size > LARGEST) return void (await moveFile(folder, 'rejected', path, stamped));

  const text = decodeText(await readFile(path));
  if (!/[\r\n]$/.test(text) && rested < RESTED_UNFINISHED) return;
  let file: AnswerFile;
  try {
    file = parseAnswers(text);
  } catch {
    if (rested >= RESTED_UNFINISHED) await moveFile(folder, 'rejected', path, stamped);
    return;
  }

  const rejected: string[][] = [];
  for (const { cells, answer, reason } of file.rows) {
    const outcome = answer ? await take(answer) : reason;
    if (outcome !== null) rejected.push([...cells, outcome]);
  }
  if (rejected.length) {
    await mkdir(join(folder, 'rejected'), { recursive: true });
    await writeFileAtomic(join(folder, 'rejected', stamped), stringify([[...file.heading, 'reason'], ...rejected], { escape_formulas: true }));
  }
  await moveFile(folder, 'done', path, stamped);
}

async function moveFile(folder: string, where: 'done' | 'rejected', path: string, name: string): Promise<void> {
  await mkdir(join(folder, where), { recursive: true });
  await rename(path, join(folder, where, name));
}
