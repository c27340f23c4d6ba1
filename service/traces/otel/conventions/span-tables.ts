import {
  BESIDE,
  COST,
  type Convention,
  FACTS,
  FIRST_CHUNK,
  INPUTS,
  OUTPUTS,
  type Row,
  TOKENS,
  USAGE_OBJECTS,
} from "./attribute-table";

/** The attributes of a fact, in the order in which they are tried. One list stays one object: sources remember it. */
export type PathList = readonly string[];

type Rows<Name extends string> = readonly (readonly [name: Name, paths: PathList])[];
type Lists<Table extends Readonly<Record<string, Row>>> = Readonly<Record<keyof Table, PathList>>;

/** The attributes that are read from a span. */
export interface SpanTable {
  readonly facts: Rows<keyof typeof FACTS>;
  readonly inputs: Lists<typeof INPUTS>;
  readonly outputs: Lists<typeof OUTPUTS>;
  readonly beside: Rows<keyof typeof BESIDE>;
  readonly tokens: Rows<keyof typeof TOKENS>;
  readonly usageObjects: Lists<typeof USAGE_OBJECTS>;
  readonly cost: Lists<typeof COST>;
  readonly firstChunk: Lists<typeof FIRST_CHUNK>;
}

/** Claude Code's names have no beginning of their own, so only its spans are read by them. */
const UNPREFIXED: Convention = "Claude Code";
const UNPREFIXED_SPANS = "claude_code.";

/** Returns the attributes of a row, without those of one convention. */
export function pathsOf(row: Row, without: Convention | null = UNPREFIXED): PathList {
  return Object.entries(row).flatMap(([convention, paths]) => (convention === without ? [] : paths));
}

function tableWithout(without: Convention | null): SpanTable {
  const rows = <Table extends Readonly<Record<string, Row>>>(table: Table) =>
    Object.entries(table).map(([name, row]) => [name as keyof Table & string, pathsOf(row, without)] as const);
  const lists = <Table extends Readonly<Record<string, Row>>>(table: Table) =>
    Object.fromEntries(rows(table)) as Lists<Table>;
  return {
    facts: rows(FACTS),
    inputs: lists(INPUTS),
    outputs: lists(OUTPUTS),
    beside: rows(BESIDE),
    tokens: rows(TOKENS),
    usageObjects: lists(USAGE_OBJECTS),
    cost: lists(COST),
    firstChunk: lists(FIRST_CHUNK),
  };
}

const TABLE = tableWithout(UNPREFIXED);
const TABLE_OF_UNPREFIXED = tableWithout(null);

/** Returns what is read from a span with this name. */
export function tableFor(spanName: string): SpanTable {
  return spanName.startsWith(UNPREFIXED_SPANS) ? TABLE_OF_UNPREFIXED : TABLE;
}

/** Returns a table with only those paths that may have a value, and only rows that have any. */
export function narrowed(table: SpanTable, mayHave: (path: string) => boolean): SpanTable {
  const rows = <Name extends string>(all: Rows<Name>): Rows<Name> =>
    all.flatMap(([name, paths]) => {
      const some = paths.filter(mayHave);
      return some.length === 0 ? [] : [[name, some] as const];
    });
  const lists = <Name extends string>(all: Readonly<Record<Name, PathList>>) =>
    Object.fromEntries(
      Object.entries<PathList>(all).map(([name, paths]): [string, PathList] => [name, paths.filter(mayHave)]),
    ) as Readonly<Record<Name, PathList>>;
  return {
    facts: rows(table.facts),
    inputs: lists(table.inputs),
    outputs: lists(table.outputs),
    beside: rows(table.beside),
    tokens: rows(table.tokens),
    usageObjects: lists(table.usageObjects),
    cost: lists(table.cost),
    firstChunk: lists(table.firstChunk),
  };
}

function* pathsIn(table: SpanTable): Generator<string> {
  for (const rows of [table.facts, table.beside, table.tokens]) for (const [, paths] of rows) yield* paths;
  for (const lists of [table.inputs, table.outputs, table.usageObjects, table.cost, table.firstChunk]) {
    for (const paths of Object.values<PathList>(lists)) yield* paths;
  }
}

/** The first two parts of a path: `gen_ai.usage`. */
function beginningOf(path: string): string {
  const second = path.indexOf(".", path.indexOf(".") + 1);
  return path.includes(".") && second !== -1 ? path.slice(0, second) : path;
}

const BEGINNINGS: ReadonlySet<string> = new Set([...pathsIn(TABLE_OF_UNPREFIXED)].map(beginningOf));
const HEADS: ReadonlySet<string> = new Set([...BEGINNINGS].map((beginning) => beginning.split(".")[0] ?? ""));

/** Narrowed tables by the beginnings that spans have: few, since a client writes much the same attributes each time. */
const byBeginnings = new Map<SpanTable, Map<string, SpanTable>>();
const MAX_TABLES = 1000;

/** Narrows a table to what may be in a tree of attributes. */
export function narrowedToTree(table: SpanTable, tree: Readonly<Record<string, unknown>>): SpanTable {
  const found: string[] = [];
  for (const head of Object.keys(tree)) {
    if (head.includes(".")) found.push(beginningOf(head));
    else if (HEADS.has(head)) {
      if (BEGINNINGS.has(head)) found.push(head);
      const group = tree[head];
      if (typeof group !== "object" || group === null) continue;
      for (const name of Object.keys(group)) if (BEGINNINGS.has(`${head}.${name}`)) found.push(`${head}.${name}`);
    }
  }
  const key = found.join(" ");
  const tables = byBeginnings.get(table) ?? new Map<string, SpanTable>();
  const known = tables.get(key);
  if (known) return known;
  if (tables.size >= MAX_TABLES) tables.clear();
  const present = new Set(found);
  const made = narrowed(table, (path) => present.has(beginningOf(path)));
  tables.set(key, made);
  byBeginnings.set(table, tables);
  return made;
}
