import { formatCount } from './count-text.ts';

/** Bytes as text: `340 kB`, `12.4 MB`. */
export function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${formatCount(kilobytes)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
