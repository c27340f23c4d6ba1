import type { ConvertTarget } from "@/lib/api/contract/query/query-expression";
import type { SqlTerm } from "./sql-term";

/** A literal is converted here, not in the engine. */
function convertLiteral(value: string | number | boolean | null, to: ConvertTarget): SqlTerm {
  if (to === "exists") return { kind: "literal", value: value !== null };
  if (value === null) return { kind: "literal", value: null };
  if (to === "string") return { kind: "literal", value: String(value) };
  if (to === "bool") return { kind: "literal", value: ["true", "1"].includes(String(value).toLowerCase()) };
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return { kind: "literal", value: null };
  return { kind: "literal", value: to === "int" ? Math.trunc(number) : number };
}

function fromText(text: string, to: "double" | "int" | "bool" | "string"): SqlTerm {
  switch (to) {
    case "double":
      return { kind: "number", sql: `toFloat64OrNull(${text})` };
    case "int":
      return { kind: "number", sql: `toInt64OrNull(${text})` };
    case "bool":
      return {
        kind: "bool",
        sql: `multiIf(lower(${text}) IN ('true', '1'), true, lower(${text}) IN ('false', '0'), false, NULL)`,
      };
    case "string":
      return { kind: "text", sql: text };
  }
}

function fromNumber(sql: string, to: "double" | "int" | "bool" | "string"): SqlTerm {
  switch (to) {
    case "double":
      return { kind: "number", sql: `toFloat64(${sql})` };
    case "int":
      return { kind: "number", sql: `accurateCastOrNull(trunc(${sql}), 'Int64')` };
    case "bool":
      return { kind: "bool", sql: `(${sql}) != 0` };
    case "string":
      return { kind: "text", sql: `toString(${sql})` };
  }
}

/** Converts a term for `$convert`: a value that does not parse is NULL; `exists` means "present and not null". */
export function convert(term: SqlTerm, to: ConvertTarget): SqlTerm {
  if (term.kind === "literal") return convertLiteral(term.value, to);
  if (to === "exists") {
    return { kind: "bool", sql: term.kind === "json" ? term.path.exists : `isNotNull(${term.sql})` };
  }
  if (term.kind === "json") return fromText(term.path.text, to);
  if (term.kind === "text") return fromText(term.sql, to);
  if (term.kind === "time") {
    // Seconds since 1970, the number that times are compared with.
    return to === "string"
      ? { kind: "text", sql: `toString(${term.sql})` }
      : fromNumber(`toFloat64(toUnixTimestamp64Micro(${term.sql})) / 1e6`, to);
  }
  return fromNumber(term.sql, to);
}
