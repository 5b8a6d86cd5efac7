import { open } from 'node:fs/promises';

/** Flush a folder to the disk, so that a new name in it survives a power cut. Windows has no such call and needs none. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
