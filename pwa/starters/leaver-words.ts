import type { LeaverState } from '../../shared/collections/leaver.ts';
import type { Tone } from '../ui/badge.tsx';

/** What the list of leavers calls each state, and its colour: amber waits for a person. */
export const leaverWords: Record<LeaverState, { label: string; tone: Tone }> = {
  nothing: { label: 'Nothing to collect', tone: 'plain' },
  to_collect: { label: 'To collect', tone: 'accent' },
  open: { label: 'Open', tone: 'warn' },
  part: { label: 'Received in part', tone: 'part' },
  received: { label: 'Received', tone: 'done' },
  closed: { label: 'Closed', tone: 'line-only' },
};
