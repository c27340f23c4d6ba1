/** A defense of the scorecard that is removed, and the test that fails then. */
export interface Mutation {
  /** The row in docs/operate/security.md. */
  readonly row: string;
  /** Completes "Without …". */
  readonly without: string;
  /** The file of the defense, and the text that is replaced in it, which occurs once. */
  readonly file: string;
  readonly text: string;
  readonly by: string;
  readonly test: NamedTest;
  /** True for a test in vitest that starts the dashboard's build. Tests in a browser always do. */
  readonly needsDashboard?: boolean;
}

/** A test as the scorecard names it. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** The source is not what a mutation was written for. */
export class OutdatedMutationError extends Error {
  override readonly name = "OutdatedMutation";
}

export const isInBrowser = ({ file }: NamedTest): boolean => file.endsWith(".spec.ts");

/** True for a mutation whose test takes a build of the dashboard: minutes. */
export const needsBuild = ({ test, needsDashboard }: Mutation): boolean => needsDashboard === true || isInBrowser(test);

/** Returns a source without the defense. @throws OutdatedMutationError when its text does not occur exactly once */
export function mutated(source: string, { row, without, file, text, by }: Mutation): string {
  const count = source.split(text).length - 1;
  if (count !== 1) {
    const problem = `its text occurs ${count} times in ${file}: ${JSON.stringify(text)}`;
    throw new OutdatedMutationError(`The mutation of row ${row} (without ${without}) is out of date: ${problem}`);
  }
  return source.replace(text, () => by);
}
