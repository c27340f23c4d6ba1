import type { ColumnMap } from "@/lib/api/contract/evaluation-runs/column-map";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { renameInTemplate } from "./prompt-template";

/** Returns a path whose first member is the column that a name stands for. */
function mappedPath(path: string, map: ColumnMap): string {
  const [first = path, ...rest] = path.split(".");
  const column = Object.hasOwn(map, first) ? map[first] : undefined;
  return column === undefined ? path : [column, ...rest].join(".");
}

/** Returns a scorer that reads the columns of the table themselves: clients give scorers the rows as they are. */
export function mappedScorer(scorer: Scorer, map: ColumnMap): Scorer {
  switch (scorer.kind) {
    case "exact":
    case "number":
      return { ...scorer, expected: mappedPath(scorer.expected, map) };
    case "contains":
      return scorer.column ? { ...scorer, column: mappedPath(scorer.column, map) } : scorer;
    case "judge":
    case "pairwise":
      return { ...scorer, prompt: renameInTemplate(scorer.prompt, map) };
    default:
      return scorer;
  }
}

/** Returns the columns of rows with the names that are mapped to some of them. */
export function namedColumns(columns: ReadonlySet<string>, map: ColumnMap): ReadonlySet<string> {
  return new Set([...columns, ...Object.keys(map)]);
}
