import type { Role } from '../../shared/roles.ts';
import { foundGroups } from './found-groups.ts';
import { type Hit, type HitGroup, namedHits, rankGroups } from './hit.ts';
import { pageHits } from './pages.ts';
import type { OfficeSearchState } from './use-office-search.ts';

/** How many actions, and how many screens, one text finds at most. */
const MAX_NAMED = 5;

interface PaletteContents {
  text: string;
  search: OfficeSearchState;
  recent: readonly Hit[];
  actions: readonly Hit[];
  role: Role;
}

/** The rows of the palette: before anything is typed the latest records and the screen's actions, then everything that the text finds. */
export function paletteGroups({ text, search, recent, actions, role }: PaletteContents): HitGroup[] {
  if (text === '')
    return [
      { heading: 'Opened last', hits: recent },
      { heading: 'Do', hits: actions },
    ].filter(({ hits }) => hits.length > 0);
  const local = [
    { heading: 'Do', hits: namedHits(actions, text, MAX_NAMED) },
    { heading: 'Go to', hits: namedHits(pageHits(role), text, MAX_NAMED) },
  ];
  if (search.state === 'failed') {
    const retry: Hit = { key: 'retry', icon: 'retry', name: 'Try again', note: 'Search does not answer', run: search.retry };
    return [{ heading: 'Search', hits: [retry] }, ...local.filter(({ hits }) => hits.length > 0)];
  }
  return rankGroups([...(search.found ? foundGroups(search.found.answer, search.found.text) : []), ...local], text);
}
