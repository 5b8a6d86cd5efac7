import { open } from 'node:fs/promises';

/** Write a file; its bytes are on the disk when this resolves. */
export async function writtenThrough(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
