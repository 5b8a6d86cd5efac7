import { all, type Verdict } from '../verdict.ts';
import { type AllocationFacts, checkAtOffice, checkNotShipped } from './at-office.ts';

/** An order can be allocated while the office has the order, unless it is on hold or completely shipped. */
export const checkAllocateOrder = (order: AllocationFacts): Verdict => all(checkAtOffice(order), checkNotShipped(order));
