import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { Problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { keptText } from '../core/storable-text.ts';
import { flushFolder } from '../files/flush-folder.ts';

/**
 * The folder for files uploaded for import. It is among the files that servers share, because any server may check and run an import. The files are
 * never served.
 */
export const importFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string => join(DATA_DIR, 'files', 'imports');

/** Move the files that an earlier release stored in a separate folder on each server. */
export async function takeOverImportFiles(settings: Pick<Settings, 'DATA_DIR'>): Promise<void> {
  const folder = join(settings.DATA_DIR, 'imports', 'files');
  const names = await readdir(folder).catch(() => []);
  if (!names.length) return;
  await mkdir(importFolder(settings), { recursive: true });
  for (const name of names) {
    const path = importPath(settings, name);
    // The folder of stored files may be on another disk.
    await copyFile(join(folder, name), path);
    await rm(join(folder, name));
  }
}

/** The path of an uploaded file. */
export const importPath = (settings: Pick<Settings, 'DATA_DIR'>, stored_as: string): string => join(importFolder(settings), basename(stored_as));

/** The path of an uploaded file; 422 if the file no longer exists. */
export async function presentImportFile(settings: Pick<Settings, 'DATA_DIR'>, stored_as: string | null): Promise<string> {
  const path = stored_as === null ? null : importPath(settings, stored_as);
  const about = path && (await stat(path).catch(() => null));
  if (!path || !about) throw new Problem(422, { message: importMessages.file_gone });
  return path;
}

/** Store an upload of any content on the disk and return its stored name. 413 above 50 MB. If the upload ends early, nothing stays on the disk. */
export async function storeImportFile(settings: Pick<Settings, 'DATA_DIR'>, file: Pick<File, 'stream'>): Promise<string> {
  const stored_as = randomUUID();
  const path = importPath(settings, stored_as);
  await mkdir(dirname(path), { recursive: true });
  const target = await open(path, 'wx');
  try {
    let size = 0;
    for await (const bytes of file.stream() as unknown as AsyncIterable<Uint8Array>) {
      size += bytes.byteLength;
      if (size > limits.import_bytes) throw new Problem(413, { message: importMessages.file_too_large });
      await target.writeFile(bytes);
    }
    await target.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await target.close();
  }
  await flushFolder(dirname(path));
  return stored_as;
}

/** Store a copy of a file and return the copy's stored name. */
export async function copyImportFile(settings: Pick<Settings, 'DATA_DIR'>, path: string): Promise<string> {
  const stored_as = randomUUID();
  await copyFile(path, importPath(settings, stored_as));
  await flushFolder(importFolder(settings));
  return stored_as;
}

export const removeImportFile = (settings: Pick<Settings, 'DATA_DIR'>, stored_as: string): Promise<void> =>
  rm(importPath(settings, stored_as), { force: true });

/** The displayed name of an upload: without folders, at most 200 characters. */
export const importFileName = (name: string): string =>
  keptText(name)
    .replace(/^.*[/\\]/, '')
    .slice(-200) || 'import.csv';
