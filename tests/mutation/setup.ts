import { configureGlobal } from 'fast-check';

// A mutant is killed by the first counterexample; looking for a smaller one would take longer than everything else.
configureGlobal({ endOnFailure: true });
