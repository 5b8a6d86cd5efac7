const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** A part of a line of a description. */
interface Part {
  text: string;
  isBold: boolean;
}

/** The parts of a line: `**bold**` text and other text. */
export function boldParts(line: string): Part[] {
  const parts = line.split(/\*\*(?=[^\s*])([^*]+?)(?<=\S)\*\*/);
  return parts.map((text, place) => ({ text, isBold: place % 2 === 1 })).filter(({ text }) => text !== '');
}

/** Consecutive lines of one kind: the items of a list without their `- `, or the lines of a paragraph. */
export interface DescriptionBlock {
  isList: boolean;
  lines: string[];
}

const isItem = (line: string): boolean => line.startsWith('- ');

/** The paragraphs and lists of a description. */
export function descriptionBlocks(text: string): DescriptionBlock[] {
  const blocks: DescriptionBlock[] = [];
  let last: DescriptionBlock | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') {
      last = undefined;
      continue;
    }
    if (last?.isList !== isItem(line)) {
      last = { isList: isItem(line), lines: [] };
      blocks.push(last);
    }
    last.lines.push(last.isList ? line.slice(2) : line);
  }
  return blocks;
}

const inline = (line: string): string =>
  boldParts(line)
    .map(({ text, isBold }) => (isBold ? `<strong>${escaped(text)}</strong>` : escaped(text)))
    .join('');

/** The HTML of a description: paragraphs, lists of lines that begin with `- `, and `**bold**`. Everything else is escaped. */
export const descriptionHtml = (text: string): string =>
  descriptionBlocks(text)
    .map(({ isList, lines }) =>
      isList ? `<ul>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</ul>` : `<p>${lines.map(inline).join('<br>')}</p>`,
    )
    .join('');
