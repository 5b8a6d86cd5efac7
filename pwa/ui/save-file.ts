/** Hands a file to the person, under a name that says what it is. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun when this turn ends.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
