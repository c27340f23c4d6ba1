/** One thing that must hold of the project. Problems are sentences that name a file; none means that it holds. */
export interface Check {
  readonly name: string;
  run(): Promise<readonly string[]>;
}
