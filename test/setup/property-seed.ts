import fc from "fast-check";

/**
 * `npm test` tries the same values each time, so that it fails for what was changed and not for what was drawn. The long
 * suites draw others in each run (`test/long/more-runs.ts`).
 */
fc.configureGlobal({ seed: 20_261_123 });
