/** Details of a test that only `npm run test:long` runs. */
export const LONG = { tag: "@long" } as const;
