import fc from "fast-check";

/** Values that are legal JSON and that code rarely expects. */
const UNUSUAL: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  "",
  " ",
  "x".repeat(20_000),
  "\u0000",
  "\ud800",
  "é\u2028\u202e",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "2026-13-45T99:99:99Z",
  "1e400",
  "weave:///a/b/object/c:d",
  [],
  {},
  [[]],
  [null],
  { "": 1 },
  { $literal: 1 },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  Array.from({ length: 2_000 }, (_, at) => at),
];

interface Change {
  readonly at: number;
  readonly how: "replace" | "remove" | "wrap" | "repeat" | "rename";
  readonly unusual: number;
}

const change = fc.record<Change>({
  at: fc.nat(10_000),
  how: fc.constantFrom("replace", "replace", "remove", "wrap", "repeat", "rename"),
  unusual: fc.nat(UNUSUAL.length - 1),
});

/** One to three changes of a JSON value, for {@link mutated}. */
export const changes = fc.array(change, { minLength: 1, maxLength: 3 });

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => pathsOf(member, [...path, name]))];
}

/** The members of an object or a list with one of them changed. */
function changedHere(parent: unknown, name: string | number, { how, unusual }: Change): unknown {
  const other = UNUSUAL[unusual];
  if (Array.isArray(parent)) {
    const at = Number(name);
    if (how === "remove") return parent.toSpliced(at, 1);
    if (how === "repeat") return [...parent, ...Array.from({ length: 50 }, () => parent[at])];
    return parent.with(at, how === "wrap" ? [parent[at]] : other);
  }
  const members = Object.entries(parent as object);
  const changed = members.flatMap(([own, member]): [string, unknown][] => {
    if (own !== name) return [[own, member]];
    if (how === "remove") return [];
    if (how === "wrap") return [[own, [member]]];
    if (how === "repeat") return [[own, `${JSON.stringify(member)}${JSON.stringify(member)}`]];
    return how === "rename" ? [[`${own}_`, member]] : [[own, other]];
  });
  return Object.fromEntries(changed);
}

function changedAt(value: unknown, [name, ...rest]: Path, one: Change): unknown {
  if (name === undefined) return UNUSUAL[one.unusual];
  if (rest.length === 0) return changedHere(value, name, one);
  if (Array.isArray(value)) return value.with(Number(name), changedAt(value[Number(name)], rest, one));
  const members = Object.entries(value as object);
  return Object.fromEntries(
    members.map(([own, member]) => [own, own === name ? changedAt(member, rest, one) : member]),
  );
}

/** Returns a JSON value after the changes. */
export function mutated(value: unknown, list: readonly Change[]): unknown {
  return list.reduce((current: unknown, one) => {
    const paths = pathsOf(current);
    return changedAt(current, paths[one.at % paths.length] ?? [], one);
  }, value);
}
