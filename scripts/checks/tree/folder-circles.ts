import { type FileImport, folderOf } from "./source-tree";

/** Folder → the folders that it imports, each with the imports concerned. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, readonly FileImport[]>>;

function graphOf(imports: readonly FileImport[]): FolderGraph {
  const graph = new Map<string, Map<string, FileImport[]>>();
  for (const each of imports) {
    const [from, to] = [folderOf(each.from), folderOf(each.to)];
    if (from === to) continue;
    const targets = graph.get(from) ?? new Map<string, FileImport[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), each]);
  }
  return graph;
}

/** The shortest path from a folder back to itself, as the folders on it, or null when there is none. */
function shortestCircle(graph: FolderGraph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (next === start) {
        const circle = [folder];
        for (let at = folder; at !== start; at = cameFrom.get(at) ?? start) circle.unshift(cameFrom.get(at) ?? start);
        return circle;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, folder);
      waiting.push(next);
    }
  }
  return null;
}

/** Maximum number of example imports in a problem. */
const MAX_EXAMPLES = 3;

function describeStep(graph: FolderGraph, from: string, to: string): string {
  const imports = graph.get(from)?.get(to) ?? [];
  const examples = imports.slice(0, MAX_EXAMPLES).map((each) => `${each.from} imports ${each.to}`);
  const more = imports.length > MAX_EXAMPLES ? `, and ${imports.length - MAX_EXAMPLES} more` : "";
  return examples.join(", ") + more;
}

function describeCircle(graph: FolderGraph, circle: readonly string[]): string {
  const [first = ""] = circle;
  const closed = [...circle, first];
  const steps = circle.map((folder, index) => `      ${describeStep(graph, folder, closed[index + 1] ?? first)}`);
  return [`${closed.join(" → ")} is a circle of folders:`, ...steps].join("\n");
}

/**
 * Returns import cycles between folders, as sentences; one for each folder in a cycle that no other sentence covers. A
 * folder and its own subfolder are two folders: what both need belongs below both.
 */
export function folderCircles(imports: readonly FileImport[]): string[] {
  const graph = graphOf(imports);
  const reported = new Set<string>();
  return [...graph.keys()].sort().flatMap((folder) => {
    if (reported.has(folder)) return [];
    const circle = shortestCircle(graph, folder);
    if (circle === null) return [];
    for (const each of circle) reported.add(each);
    return [describeCircle(graph, circle)];
  });
}
