import { allow, type Verdict } from '../verdict.ts';
import { type ImportFacts, mayBecome, notReady } from './import-states.ts';
import { importMessages } from './messages.ts';

/** An import can be rolled back once, after its run; a rollback that has begun can be continued. */
export const checkRollBack = (one: ImportFacts): Verdict =>
  (one.status === 'reverting' || mayBecome(one, 'reverting')) && one.started_at !== null ? allow : notReady(importMessages.cannot_roll_back);
