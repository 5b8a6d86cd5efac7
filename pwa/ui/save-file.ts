/** Saves a file on the person's device under a descriptive name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The address is needed only until the download has begun, and the download begins before the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
