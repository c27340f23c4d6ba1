import type { Workspace } from "@/lib/workspace/workspace";

/** The calls that a query is asked for. */
export interface AskedProject {
  readonly workspace: Workspace;
  /** Names that a query may use. */
  readonly ops: readonly string[];
  readonly paths: readonly string[];
  /** Called with the query that the user accepted. */
  readonly onQuery: (query: string) => void;
}
