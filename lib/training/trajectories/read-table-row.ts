import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { isMessageLike, type ReadValue, readTrainingValue } from "./read-value";
import { originMembers } from "./trajectory-origin";

/** A row of a table, as the service returns it. */
export interface OriginRow {
  readonly digest: string;
  readonly val?: unknown;
}

/** The path of the row itself. */
export const ROW_ITSELF = "";

const MAX_DEPTH = 4;

/** Names that make a value training data; next to the conversation's column they would be read instead. */
const SHAPES = ["trajectory_groups", "trajectories", "messages_and_choices", "messages", "traj"];

/** Columns of imported CSV contain JSON as text. */
function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    // A text that only starts like JSON.
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
 * Finds where rows contain conversations, most likely first: the row itself where it has a shape that files may have,
 * then paths of columns. Only paths that work for all rows count.
 */
export function conversationPaths(rows: readonly OriginRow[]): string[] {
  const counts = new Map<string, number>();
  const walk = (value: unknown, path: string, depth: number) => {
    const plain = unfolded(value);
    if (isConversation(plain)) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      // Values inside a conversation are parts of it.
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

/** Returns a row's value at a path, and the row without it. */
function taken(row: unknown, names: readonly string[]): { value: unknown; rest: Members } {
  const plain = unfolded(row);
  const [name, ...inner] = names;
  if (!isMembers(plain) || name === undefined) return { value: plain, rest: {} };
  const { [name]: member, ...others } = plain;
  if (inner.length === 0) return { value: unfolded(member), rest: others };
  const { value, rest } = taken(member, inner);
  return { value, rest: { ...others, [name]: rest } };
}

/** Splits at dots that are not part of the row's names: a name may contain dots itself. */
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
 * Returns the trajectories of a table row, each with its origin in its metadata. Groups and rewards can be taken from
 * the other columns.
 *
 * @param path the location of the conversation in the row; {@link ROW_ITSELF} for the row itself
 */
export function readTableRow(row: OriginRow, table: string, path: string, place: string): ReadValue {
  const readItem = readAt(row.val, path, place);
  const origin = originMembers({ kind: "row", id: row.digest, table });
  return {
    ...readItem,
    groups: readItem.groups.map((group) => ({
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
    return { groups: [], problems: [{ place, reason: `Its ${path} contains no messages and no trajectory.` }] };
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
