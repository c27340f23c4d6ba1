import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { isMembers } from "@/lib/json/value/members";
import { canonicalJson } from "./canonical-json";
import { type SideDelta, sideDelta } from "./prepare-delta";
import type { ComparedSide } from "./prepare-side";

/** One figure by column, with its difference from the base. */
export interface FactColumn {
  readonly id: string;
  readonly title: string;
  readonly texts: readonly (string | null)[];
  readonly deltas: readonly (SideDelta | null)[];
  readonly isNumber: boolean;
  /** Whether more is clearly worse or better; most figures are neither. */
  readonly better: "more" | "less" | null;
}

type Figure = Pick<FactColumn, "id" | "title" | "better"> & {
  read: (side: ComparedSide) => number | null;
  format: (value: number) => string;
};

/** A side may have several roots when parents are missing; the first one represents it. */
const usageOf = (side: ComparedSide) => side.roots[0]?.usage ?? null;

const figures: readonly Figure[] = [
  { id: "turns", title: "Turns", better: null, format: formatCount, read: turnCount },
  { id: "calls", title: "Calls", better: null, format: formatCount, read: (side) => side.callCount },
  { id: "errors", title: "Errors", better: "less", format: formatCount, read: (side) => side.errorCount },
  {
    id: "duration",
    title: "Duration",
    better: null,
    format: formatDuration,
    read: (side) => side.roots[0]?.durationMs ?? null,
  },
  { id: "in", title: "Tokens in", better: null, format: formatTokens, read: (side) => usageOf(side)?.tokensIn ?? null },
  { id: "out", title: "Output", better: null, format: formatTokens, read: (side) => usageOf(side)?.tokensOut ?? null },
  { id: "cost", title: "Cost", better: null, format: formatCallCost, read: (side) => usageOf(side)?.costUsd ?? null },
];

/** Only threads have turns. */
function turnCount(side: ComparedSide): number | null {
  const [root] = side.roots;
  return root && root.call === null ? root.children.length : null;
}

/** The figures of all sides, without columns for figures that no side has. */
export function factColumns(sides: readonly (ComparedSide | null)[], base: number): readonly FactColumn[] {
  return figures.flatMap(({ read, format, ...figure }) => {
    const values = sides.map((side) => (side === null ? null : read(side)));
    if (values.every((value) => value === null)) return [];
    return [{ ...figure, isNumber: true, ...columnOf(values, base, format) }];
  });
}

function columnOf(values: readonly (number | null)[], base: number, format: (value: number) => string) {
  return {
    texts: values.map((value) => (value === null ? null : format(value))),
    deltas: values.map((value) => sideDelta(value, values[base] ?? null, format)),
  };
}

/** Attribute paths that an import or an SDK writes about itself. */
const RESERVED_PATHS = /^(?:weave|import|otel|otel_span|kind)(?:\.|$)/;

const MAX_ATTRIBUTES = 4;
const MAX_VALUE_LENGTH = 60;

type Leaf = { readonly text: string; readonly number: number | null };

/** The short attributes of a side's roots; for a thread those of all its turns, where later ones win. */
function attributesOf(side: ComparedSide): ReadonlyMap<string, Leaf> {
  const leafByPath = new Map<string, Leaf>();
  const roots = side.roots.flatMap((root) => (root.call === null ? root.children : [root]));
  for (const { call } of roots) readLeaves(call?.attributes ?? {}, "", leafByPath);
  return leafByPath;
}

function readLeaves(members: Readonly<Record<string, unknown>>, under: string, leafByPath: Map<string, Leaf>): void {
  for (const [name, value] of Object.entries(members)) {
    const path = under === "" ? name : `${under}.${name}`;
    if (RESERVED_PATHS.test(path)) continue;
    if (isMembers(value)) {
      if (path.split(".").length < 4) readLeaves(value, path, leafByPath);
      continue;
    }
    if (value === null || Array.isArray(value)) continue;
    const text = typeof value === "string" ? value : canonicalJson(value);
    if (text.length > MAX_VALUE_LENGTH) continue;
    const plain = plainNumber(value);
    leafByPath.set(path, { text, number: typeof plain === "number" ? plain : null });
  }
}

export interface AttributeFacts {
  /** Attributes that differ between sides, up to a maximum. */
  readonly columns: readonly FactColumn[];
  /** Attributes that all sides share: `task_id 17`. */
  readonly shared: readonly string[];
}

const exact = (value: number) => String(Number(value.toPrecision(12)));

/** Returns what sides share, and which attributes distinguish them: the trial, the reward, the version. */
export function attributeFacts(sides: readonly (ComparedSide | null)[], base: number): AttributeFacts {
  const leaves = sides.map((side) => (side === null ? null : attributesOf(side)));
  const present = leaves.filter((side) => side !== null);
  const known = [...new Set(present.flatMap((side) => [...side.keys()]))];
  // Programs put what identifies an attempt at the top level; deeper attributes are among the parameters.
  const tops = known.filter((path) => !path.includes("."));
  const paths = tops.length > 0 ? tops : known;
  const columns: FactColumn[] = [];
  const shared: string[] = [];
  for (const path of paths) {
    const values = leaves.map((side) => side?.get(path) ?? null);
    const isShared = present.every((side) => side.get(path)?.text === present[0]?.get(path)?.text);
    if (isShared) {
      if (present.length > 1) shared.push(`${path} ${present[0]?.get(path)?.text ?? ""}`);
      continue;
    }
    columns.push(attributeColumn(path, values, base));
  }
  return { columns: columns.slice(0, MAX_ATTRIBUTES), shared };
}

/** Names of numbers for which more is always better. */
const REWARDS = /(?:^|\.)(?:reward|score|accuracy)$/i;

function attributeColumn(path: string, values: readonly (Leaf | null)[], base: number): FactColumn {
  const isNumber = values.every((value) => value === null || value.number !== null);
  const isReward = isNumber && REWARDS.test(path);
  const numbers = columnOf(
    values.map((value) => value?.number ?? null),
    base,
    exact,
  );
  return {
    id: `attributes.${path}`,
    title: path,
    texts: values.map((value) => value?.text ?? null),
    // A trial's number is a name: only rewards are subtracted.
    deltas: isReward ? numbers.deltas : values.map(() => null),
    isNumber,
    better: isReward ? "more" : null,
  };
}
