import { familyOf } from "./usage-tokens";

/**
 * A span's report of its usage, or that of a call of an SDK which may be one request. Other calls of SDKs have none: they add
 * up the usage of all calls below, by model.
 */
export interface UsageReport {
  /** Set at a call of an SDK, which may have the tokens of one call below it. */
  readonly isSdk?: true;
  /** True for a request to a model; false for a span above such requests, whose usage is theirs. */
  readonly isRequest: boolean;
  /** The instrumentation: two of them may report one request. */
  readonly source: string;
  /** Names the answer of the provider in its trace; empty where it is not known. */
  readonly response: string;
  /** Names the model and the size of the answer in its trace. */
  readonly answer: string;
}

/** A call as far as it decides which tokens count. */
export interface UsageNode {
  readonly id: string;
  readonly report: UsageReport | null;
  /** The models that it reports tokens of; empty for an unknown one. */
  readonly models: readonly string[];
  /** All its tokens, of the prompt and the completion. */
  readonly total: number;
  /** In any unit, the same for all calls. */
  readonly start: number;
  readonly end: number;
}

export interface CountedUsage {
  /** Whether the tokens of a model count at a call. */
  readonly isCounted: (row: number, model: string) => boolean;
  /** The request that counts in place of one that is reported twice. */
  readonly twinOf: ReadonlyMap<number, number>;
}

/** Of usage of any model; no name of a model. */
const ANY = "\n";

/** More requests than this with the same answer are not compared with each other. */
const MAX_TWINS = 1000;

/**
 * Decides which tokens count, each once, as the service does: see docs/adr/0068-every-token-once.md.
 *
 * - A request to a model counts, once where two instrumentations report it; of a span and a call of an SDK the span counts.
 * - Any other span counts where no call below it has usage.
 * - At a call of an SDK the tokens of a model count where no call below it has tokens of the same model, which may be
 *   named with or without its date.
 *
 * @param parentOf the row of the call above; -1 without one
 */
export function countedUsage(nodes: readonly UsageNode[], parentOf: (row: number) => number): CountedUsage {
  const below = new Map<string, Set<number>>();
  for (const [row, node] of nodes.entries()) {
    if (node.models.length === 0) continue;
    const families = node.models.map(familyOf);
    for (const key of [ANY, ...families]) markAbove(row, parentOf, rowsOf(below, key));
  }
  const isReportedBelow = (row: number, model: string) => {
    const report = nodes[row]?.report ?? null;
    const isSdk = report === null || report.isSdk === true;
    return below.get(isSdk && model !== "" ? familyOf(model) : ANY)?.has(row) === true;
  };
  const twinOf = twinsOf(nodes, parentOf, isReportedBelow);
  const isCounted = (row: number, model: string) =>
    !twinOf.has(row) && (nodes[row]?.report?.isRequest === true || !isReportedBelow(row, model));
  return { isCounted, twinOf };
}

function rowsOf(below: Map<string, Set<number>>, key: string): Set<number> {
  const rows = below.get(key) ?? new Set();
  below.set(key, rows);
  return rows;
}

/** Marks all calls above one. Stops where that was done before, and at the call itself, since parents may form a cycle. */
function markAbove(row: number, parentOf: (row: number) => number, marked: Set<number>): void {
  for (let above = parentOf(row); above >= 0 && above !== row && !marked.has(above); above = parentOf(above)) {
    marked.add(above);
  }
}

interface Request {
  readonly row: number;
  readonly node: UsageNode;
  readonly report: UsageReport;
}

function twinsOf(
  nodes: readonly UsageNode[],
  parentOf: (row: number) => number,
  isReportedBelow: (row: number, model: string) => boolean,
): ReadonlyMap<number, number> {
  const requests = nodes.flatMap((node, row): Request[] => {
    const [{ report, models }, [model]] = [node, node.models];
    if (report === null || model === undefined) return [];
    const isRequest = report.isSdk ? models.length === 1 && !isReportedBelow(row, model) : report.isRequest;
    return isRequest ? [{ row, node, report }] : [];
  });
  const twins = new Map<number, Request>();
  const compare = (group: readonly Request[], isSame: (one: Request, other: Request) => boolean) => {
    if (group.length < 2 || group.length > MAX_TWINS) return;
    for (const one of group) {
      for (const other of group) {
        if (one.row === other.row || !areAtOneTime(one.node, other.node)) continue;
        if ((one.report.isSdk && other.report.isSdk) || !isSame(one, other)) continue;
        const known = twins.get(one.row);
        if (countsBefore(other, one) && (known === undefined || countsBefore(other, known))) twins.set(one.row, other);
      }
    }
  };
  const named = requests.filter(({ report }) => report.response !== "");
  for (const group of groups(named, "response")) compare(group, () => true);
  const isAnswer = (one: Request, other: Request) =>
    (one.report.response === "" || other.report.response === "") &&
    (one.report.isSdk !== other.report.isSdk ||
      one.report.source !== other.report.source ||
      parentOf(one.row) === other.row ||
      parentOf(other.row) === one.row);
  for (const group of groups(requests, "answer")) compare(group, isAnswer);
  return new Map([...twins].map(([row, twin]) => [row, twin.row]));
}

function groups(requests: readonly Request[], by: "response" | "answer"): Iterable<readonly Request[]> {
  const found = new Map<string, Request[]>();
  for (const request of requests) {
    const group = found.get(request.report[by]);
    if (group) group.push(request);
    else found.set(request.report[by], [request]);
  }
  return found.values();
}

const areAtOneTime = (one: UsageNode, other: UsageNode): boolean => one.start <= other.end && other.start <= one.end;

/**
 * A span counts before a call of an SDK, then the report with more tokens: it has the cached ones. The order is total, so that
 * one counts.
 */
function countsBefore(one: Request, other: Request): boolean {
  if (one.report.isSdk !== other.report.isSdk) return other.report.isSdk === true;
  if (one.node.total !== other.node.total) return one.node.total > other.node.total;
  if (one.report.source !== other.report.source) return one.report.source < other.report.source;
  return one.node.id < other.node.id;
}
