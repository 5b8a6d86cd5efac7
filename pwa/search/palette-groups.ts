import type { Role } from '../../shared/roles.ts';
import { foundGroups } from './found-groups.ts';
import { type Hit, type HitGroup, namedHits, rankGroups } from './hit.ts';
import { pageHits } from './pages.ts';
import type { HitActions } from './use-hit-actions.ts';
import type { OfficeSearchState } from './use-office-search.ts';

/** How many actions, and how many screens, one text finds at most. */
const MAX_NAMED = 5;

interface PaletteContents {
  text: string;
  search: OfficeSearchState;
  recent: readonly Hit[];
  actions: readonly Hit[];
  /** The person's saved views of lists. */
  views: readonly Hit[];
  role: Role;
}

/** The rows of the palette: before anything is typed the latest records and the screen's actions, then everything that the text finds. */
export function paletteGroups({ text, search, recent, actions, views, role }: PaletteContents): HitGroup[] {
  if (text === '')
    return [
      { heading: 'Opened last', hits: recent },
      { heading: 'Do', hits: actions },
    ].filter(({ hits }) => hits.length > 0);
  const local = [
    { heading: 'Do', hits: namedHits(actions, text, MAX_NAMED) },
    { heading: 'Go to', hits: namedHits([...views, ...pageHits(role)], text, MAX_NAMED) },
  ];
  if (search.state === 'failed') {
    const retry: Hit = { key: 'retry', icon: 'retry', name: 'Try again', note: 'Search does not answer', run: search.retry };
    return [{ heading: 'Search', hits: [retry] }, ...local.filter(({ hits }) => hits.length > 0)];
  }
  return rankGroups(search.found ? foundGroups(search.found.answer, search.found.text) : [], local, text);
}

/** The rows of the palette about one found record: its actions, narrowed by what was typed. */
export function actionGroups({ subject, actions, state, retry }: HitActions, text: string): HitGroup[] {
  if (subject === null) return [];
  const again: Hit = { key: 'retry', icon: 'retry', name: 'Try again', note: 'The actions could not be read', run: retry };
  const hits = state === 'failed' ? [again] : text === '' ? actions : namedHits(actions, text, actions.length);
  return hits.length > 0 ? [{ heading: recordName(subject), hits }] : [];
}

/** The name of a record in a heading: its code, or else its name. */
export const recordName = ({ code, name }: Hit): string => (code === undefined ? name : `Order ${code}`);
