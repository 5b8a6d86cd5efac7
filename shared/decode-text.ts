/** The characters of Windows-1252 at 0x80 to 0x9f, where ISO 8859-1 has control characters; five code points are unassigned and stay as they are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** How many bytes at the start of a file are read to recognise UTF-16 without a byte order mark. */
const startBytes = 4096;

/**
 * The byte order of a text in UTF-16; null for another encoding. The byte order mark shows the order. Without the mark, the zero bytes at the start
 * show it: Latin letters, digits and separators have a zero byte, so a text counts as UTF-16 if more than a quarter of its byte pairs have a zero
 * byte, always as the second byte (little-endian) or always as the first (big-endian).
 */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const length = Math.min(bytes.length - (bytes.length % 2), startBytes);
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (first + second <= length / 8 || (first && second)) return null;
  return second ? 'utf-16le' : first ? 'utf-16be' : null;
}

/** The text of a file from another program: UTF-16 by its mark or its zero bytes, else UTF-8 if the bytes are valid, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** Decodes Windows-1252. Some releases of Node decode it as ISO 8859-1, so remaining control characters are replaced from the table. */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1252').decode(bytes).replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
