declare module 'write-file-atomic' {
  /** Writes a file under another name, flushes it to the disk and renames it, so that a reader sees the old or the complete new content. */
  export default function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void>;
}
