import { all, type Verdict } from '../verdict.ts';
import { type AllocationFacts, checkAtOffice, checkNotShipped } from './at-office.ts';

/** An order can be allocated while the office has it, it is not on hold, and something of it is not shipped yet. */
export const checkAllocateOrder = (order: AllocationFacts): Verdict => all(checkAtOffice(order), checkNotShipped(order));
