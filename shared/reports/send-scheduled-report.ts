import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** For how long after a report was mailed it is not mailed again by hand, in milliseconds. */
const PAUSE = 60_000;

/** A report may be mailed at once unless it was mailed a moment ago, so that two people who press together do not mail it twice. */
export const checkSendNow = ({ last_mailed_at }: { last_mailed_at: string | null }, now: string): Verdict =>
  last_mailed_at !== null && Date.parse(now) - Date.parse(last_mailed_at) < PAUSE ? refuse('just_mailed', messages.report_just_mailed) : allow;
