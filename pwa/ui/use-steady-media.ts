import { useRef } from 'react';
import { wouldLose } from './leave-guard.ts';
import { useMedia } from './use-media.ts';

/**
 * Like `useMedia`, for a change of layout that mounts a form anew. The result does not change while the view has unsaved changes, so that they are
 * not lost.
 */
export function useSteadyMedia(query: string): boolean {
  const matches = useMedia(query);
  const steady = useRef(matches);
  if (!wouldLose('view')) steady.current = matches;
  return steady.current;
}
