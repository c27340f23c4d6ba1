/**
 * Details of a browser test that only `npm run test:all` runs: a cheaper test, which `npm test` runs, holds its guarantee.
 * `npm run verify` fails when that test does not exist.
 *
 * @param file the other test's file, from the project's root.
 * @param title the beginning of its title.
 */
export const heldBy = (file: string, title: string) => ({
  tag: "@all",
  annotation: { type: "held by", description: `${file} › ${title}` },
});
