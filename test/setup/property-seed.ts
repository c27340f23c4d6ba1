import fc from "fast-check";

/**
 * `npm test` tries the same values each time, so that it fails for what was changed and not for what was drawn. The long
 * suites draw others in each run (`test/long/more-runs.ts`).
 *
 * A failure is reported as it was drawn: looking for a smaller one takes hours where a run takes seconds, and hides the failure
 * behind the limit of its test. `HEDDLE_SHRINK=1 npx vitest run FILE` looks for it.
 */
fc.configureGlobal({ seed: 20_261_123, endOnFailure: process.env.HEDDLE_SHRINK === undefined });
