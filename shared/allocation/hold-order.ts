import { all, type Verdict } from '../verdict.ts';
import { type AllocationFacts, checkNotShipped, checkSubmitted } from './at-office.ts';

/** An order can be put on hold while something of it is not shipped yet. */
export const checkHoldOrder = (order: AllocationFacts): Verdict => all(checkSubmitted(order), checkNotShipped(order));
