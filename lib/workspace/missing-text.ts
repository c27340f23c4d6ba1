import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { countOf } from "@/lib/format/count";
import { formatDay, parseTime } from "@/lib/format/time";

/** The names of tables for people; those of others hold figures, indexes and the like. */
const NOUNS: Readonly<Record<string, string>> = {
  call_rows: "call",
  accepted_calls: "call",
  feedback: "feedback record",
  object_versions: "object version",
  table_rows: "table row",
  files: "file record",
  file_contents: "file",
  batch_contents: "training input",
};

/** Returns what the answers about a project lack, in two sentences; null when nothing is missing. */
export function missingText(ofProject: readonly MissingRows[]): string | null {
  if (ofProject.length === 0) return null;
  const tables = [...new Set(ofProject.map(({ table }) => table))];
  const phrases = tables.map((table) =>
    tablePhrase(
      table,
      ofProject.filter((each) => each.table === table),
    ),
  );
  const [first = "", ...others] = [...new Set(phrases)];
  const named = others.length === 0 ? first : `${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)}`;
  return `${capital(named)} could not be read, because the stored data is damaged. Lists, counts, charts and exports lack them.`;
}

function tablePhrase(table: string, missing: readonly MissingRows[]): string {
  const noun = NOUNS[table];
  const isCertain = missing.every(({ project_id: project }) => project !== null);
  if (noun === undefined || missing.some(({ rows }) => rows === null)) return `${noun ?? "row"}s of the store`;
  const count = countOf(
    missing.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    noun,
  );
  return `${isCertain ? count : `up to ${count}`}${daysOf(missing)}`;
}

function daysOf(missing: readonly MissingRows[]): string {
  const times = missing.flatMap(({ first, last }) => [parseTime(first), parseTime(last)]);
  const known = times.filter((time) => time !== null);
  if (known.length === 0 || known.length < times.length) return "";
  const days = [Math.min(...known), Math.max(...known)].map(formatDay);
  return days[0] === days[1] ? ` of ${days[0]}` : ` of ${days[0]} to ${days[1]}`;
}

const capital = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
