import { configureGlobal } from 'fast-check';

// A mutant is killed by the first counterexample. Shrinking the counterexample would take longer than everything else.
configureGlobal({ endOnFailure: true });
