/**
 * A rule that the project must satisfy. Problems are sentences that name a file; the rule is satisfied when there are
 * none.
 */
export interface Check {
  readonly name: string;
  run(): Promise<readonly string[]>;
}
