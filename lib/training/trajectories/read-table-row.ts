import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { isMessageLike, type ReadValue, readTrainingValue } from "./read-value";
import { originMembers } from "./trajectory-origin";

/** A row of a table, as the service answers it. */
export interface OriginRow {
  readonly digest: string;
  readonly val?: unknown;
}

/** The path of a row as a whole. */
export const ROW_ITSELF = "";

const MAX_DEPTH = 4;

/** Names that make a value training data; beside the column that holds the conversation they would be read instead. */
const SHAPES = ["trajectory_groups", "trajectories", "messages_and_choices", "messages", "traj"];

/** Columns of imported CSV hold JSON as text. */
function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    // A text that only begins like JSON.
    return value;
  }
}

function isConversation(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isMessageLike);
  if (!isMembers(value)) return false;
  const { groups, problems } = readTrainingValue(value, "");
  return problems.length === 0 && groups.length > 0;
}

/**
 * Where conversations stand in rows, likeliest first: the row itself where it is in a shape that files may have, then
 * paths of columns. Only what holds in all rows counts.
 */
export function conversationPaths(rows: readonly OriginRow[]): string[] {
  const counts = new Map<string, number>();
  const walk = (value: unknown, path: string, depth: number) => {
    const plain = unfolded(value);
    if (isConversation(plain)) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      // What is inside of a conversation are its parts.
      return;
    }
    if (!isMembers(plain) || depth === MAX_DEPTH) return;
    for (const [name, member] of Object.entries(plain)) {
      walk(member, path === ROW_ITSELF ? name : `${path}.${name}`, depth + 1);
    }
  };
  for (const { val } of rows) walk(val, ROW_ITSELF, 0);
  return [...counts].flatMap(([path, count]) => (count === rows.length ? [path] : []));
}

/** A row's value at a path, and the row without it. */
function taken(row: unknown, names: readonly string[]): { value: unknown; rest: Members } {
  const plain = unfolded(row);
  const [name, ...inner] = names;
  if (!isMembers(plain) || name === undefined) return { value: plain, rest: {} };
  const { [name]: member, ...others } = plain;
  if (inner.length === 0) return { value: unfolded(member), rest: others };
  const { value, rest } = taken(member, inner);
  return { value, rest: { ...others, [name]: rest } };
}

/** Splits at the dots of names that the row has: a name may hold dots itself. */
function namesOf(row: unknown, path: string): string[] {
  const plain = unfolded(row);
  if (!isMembers(plain) || Object.hasOwn(plain, path)) return [path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(plain, name)) return [name, ...namesOf(plain[name], path.slice(dot + 1))];
  }
  return [path];
}

/**
 * The trajectories of a row of a table, each with its origin in its metadata. Other columns are what groups and rewards
 * can be taken from.
 *
 * @param path where the conversation stands in the row; {@link ROW_ITSELF} for the row itself
 */
export function readTableRow(row: OriginRow, table: string, path: string, place: string): ReadValue {
  const found = readAt(row.val, path, place);
  const origin = originMembers({ kind: "row", id: row.digest, table });
  return {
    ...found,
    groups: found.groups.map((group) => ({
      ...group,
      trajectories: group.trajectories.map((one) => {
        const { metadata } = one.value;
        return { ...one, value: { ...one.value, metadata: { ...(isMembers(metadata) ? metadata : {}), ...origin } } };
      }),
    })),
  };
}

function readAt(row: unknown, path: string, place: string): ReadValue {
  if (path === ROW_ITSELF) return readTrainingValue(unfolded(row), place);
  const { value, rest } = taken(row, namesOf(row, path));
  if (!isConversation(value)) {
    return { groups: [], problems: [{ place, reason: `Its ${path} holds no messages and no trajectory.` }] };
  }
  const plain = Object.fromEntries(Object.entries(rest).filter(([name]) => !SHAPES.includes(name)));
  if (Array.isArray(value)) return readTrainingValue({ ...plain, messages: value }, place);
  const read = readTrainingValue(value, place);
  return {
    ...read,
    groups: read.groups.map((group) => ({
      ...group,
      trajectories: group.trajectories.map((one) => ({ ...one, about: plain })),
    })),
  };
}
