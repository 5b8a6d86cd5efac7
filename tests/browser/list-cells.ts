import type { Page } from '@playwright/test';

/** A cell of a list: the row's key, the heading of the column, and the text of the cell. */
export interface ListCell {
  row: string;
  heading: string;
  words: string;
}

/** The cells that contain text, in the first 20 rows of a page's list. */
export const cellsOf = (page: Page): Promise<ListCell[]> =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('main .table thead th')].map((heading) => heading.textContent?.trim() ?? '');
    return [...document.querySelectorAll<HTMLElement>('main .table tr[data-row]')].slice(0, 20).flatMap((line) =>
      [...line.querySelectorAll('td')].flatMap((cell, place) => {
        const words = [...cell.querySelectorAll<HTMLElement>('.sr')].reduce((text, part) => text.replace(part.innerText, ''), cell.innerText).trim();
        // Cells with “None” or 0 are skipped, because a card leaves them out.
        return words && words !== 'None' && words !== '0' ? [{ row: line.dataset.row ?? '', heading: headings[place] ?? '', words }] : [];
      }),
    );
  });

/** The cells whose text is shown neither in their row nor on the card of the row; at most one cell for each column. */
export const missingCells = (page: Page, cells: readonly ListCell[]): Promise<string[]> =>
  page.evaluate((cells) => {
    const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.@/-]+/gu) ?? [];
    const rows = new Map<string, Set<string>>();
    for (const row of document.querySelectorAll<HTMLElement>('main :is(.table tr[data-row], .list-cards .list-card)')) {
      const next = row.nextElementSibling;
      const more = next instanceof HTMLElement && next.matches('.more') ? next.innerText : '';
      rows.set(row.dataset.row ?? row.dataset.index ?? '', new Set(wordsOf(`${row.innerText} ${more}`)));
    }
    const missing = new Map<string, string>();
    for (const { row, heading, words } of cells) {
      const here = rows.get(row);
      if (here && !missing.has(heading) && !wordsOf(words).every((word) => here.has(word))) missing.set(heading, words);
    }
    return [...missing].map(([heading, words]) => `${heading}: ${words}`);
  }, cells);
