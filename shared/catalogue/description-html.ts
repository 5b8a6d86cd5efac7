const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const inline = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '').replace(/\*\*(?=[^\s*])([^*]+?)(?<=\S)\*\*/g, '<strong>$1</strong>');

const isItem = (line: string): boolean => line.startsWith('- ');

/** Consecutive lines of one kind: items of a list, or the lines of a paragraph. */
function blockHtml(lines: readonly string[]): string {
  if (isItem(lines[0] ?? '')) return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
  return `<p>${lines.map(inline).join('<br>')}</p>`;
}

/** The HTML of a description: paragraphs, lists of lines that begin with `- `, and `**bold**`. Everything else is escaped. */
export function descriptionHtml(text: string): string {
  const blocks: string[][] = [];
  let last: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const continues = last[0] !== undefined && line !== '' && isItem(line) === isItem(last[0]);
    if (!continues) {
      last = [];
      blocks.push(last);
    }
    if (line !== '') last.push(line);
  }
  return blocks
    .filter((lines) => lines.length > 0)
    .map(blockHtml)
    .join('');
}
