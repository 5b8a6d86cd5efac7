import { useRef } from 'react';
import { wouldLose } from './leave-guard.ts';
import { useMedia } from './use-media.ts';

/** As `useMedia`, for a layout that draws a form anew: while the view has unsaved changes it stays as it is, so that they are not lost with it. */
export function useSteadyMedia(query: string): boolean {
  const matches = useMedia(query);
  const steady = useRef(matches);
  if (!wouldLose('view')) steady.current = matches;
  return steady.current;
}
