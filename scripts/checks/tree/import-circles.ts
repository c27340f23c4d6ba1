import { type FileImport, folderOf } from "./source-tree";

/** What circles are looked for between. */
interface Level {
  /** The plural, for the sentence: "folders". */
  readonly name: string;
  readonly nodeOf: (path: string) => string;
}

/** Node → the nodes that it imports, each with the imports concerned. */
type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, readonly FileImport[]>>;

function graphOf(imports: readonly FileImport[], { nodeOf }: Level): ImportGraph {
  const graph = new Map<string, Map<string, FileImport[]>>();
  for (const each of imports) {
    const [from, to] = [nodeOf(each.from), nodeOf(each.to)];
    if (from === to) continue;
    const targets = graph.get(from) ?? new Map<string, FileImport[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), each]);
  }
  return graph;
}

/** The shortest path from a node back to itself, as the nodes on it, or null when there is none. */
function shortestCircle(graph: ImportGraph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (next === start) {
        const circle = [node];
        for (let at = node; at !== start; at = cameFrom.get(at) ?? start) circle.unshift(cameFrom.get(at) ?? start);
        return circle;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      waiting.push(next);
    }
  }
  return null;
}

/** Maximum number of example imports in a problem. */
const MAX_EXAMPLES = 3;

function describeStep(graph: ImportGraph, from: string, to: string): string {
  const imports = graph.get(from)?.get(to) ?? [];
  const examples = imports.slice(0, MAX_EXAMPLES).map((each) => `${each.from} imports ${each.to}`);
  const more = imports.length > MAX_EXAMPLES ? `, and ${imports.length - MAX_EXAMPLES} more` : "";
  return examples.join(", ") + more;
}

function describeCircle(graph: ImportGraph, circle: readonly string[], { name }: Level): string {
  const [first = ""] = circle;
  const closed = [...circle, first];
  const steps = circle.map((node, index) => `      ${describeStep(graph, node, closed[index + 1] ?? first)}`);
  return [`${closed.join(" → ")} is a circle of ${name}:`, ...steps].join("\n");
}

/** Returns import cycles, as sentences; one for each node in a cycle that no other sentence covers. */
function circlesBetween(imports: readonly FileImport[], level: Level): string[] {
  const graph = graphOf(imports, level);
  const reported = new Set<string>();
  return [...graph.keys()].sort().flatMap((node) => {
    if (reported.has(node)) return [];
    const circle = shortestCircle(graph, node);
    if (circle === null) return [];
    for (const each of circle) reported.add(each);
    return [describeCircle(graph, circle, level)];
  });
}

/** Cycles between files: what two of them need stands in a third. */
export function fileCircles(imports: readonly FileImport[]): string[] {
  return circlesBetween(imports, { name: "files", nodeOf: (path) => path });
}

/** Cycles between folders. A folder and its own subfolder are two folders: what both need belongs below both. */
export function folderCircles(imports: readonly FileImport[]): string[] {
  return circlesBetween(imports, { name: "folders", nodeOf: folderOf });
}

const FOLDERS_OF_ROOMS: ReadonlySet<string | undefined> = new Set(["components", "lib", "service"]);
const SERVER = "lib/api/server/";

/** The room of a file: a folder of the project with everything in it, or one step further down where rooms are. */
function roomOf(path: string): string {
  const steps = folderOf(path).split("/");
  const depth = path.startsWith(SERVER) ? 3 : FOLDERS_OF_ROOMS.has(steps[0]) ? 2 : 1;
  return steps.slice(0, depth).join("/");
}

/** Tests and benchmarks import whatever they compare. */
const COMPARES = /^(?:bench|e2e|test)\//;

/** Cycles between rooms, which no pair of their folders need show. */
export function roomCircles(imports: readonly FileImport[]): string[] {
  const between = imports.filter(({ from, to }) => !COMPARES.test(from) && !COMPARES.test(to));
  return circlesBetween(between, { name: "rooms", nodeOf: roomOf });
}
