import fc from "fast-check";

/** Property tests that give no number of runs run this often. */
const RUNS = 3_000;

fc.configureGlobal({ numRuns: RUNS });
