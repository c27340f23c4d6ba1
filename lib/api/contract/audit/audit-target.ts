import { projectsInBody } from "@/lib/api/contract/operation/named-projects";
import { isJsonObject } from "@/lib/guard/json-object";
import type { AuditedChange } from "./audit-rule";

/** The parts of a request that an entry of the audit log names. */
interface AuditedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The JSON of the answer; anything else names nothing. */
  readonly answer: unknown;
}

/** More names would fill the column, and the count says enough. */
const MAX_NAMES = 3;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return listText(value);
  return isJsonObject(value) ? listText(Object.keys(value)) : "";
}

function listText(values: readonly unknown[]): string {
  const named = values.slice(0, MAX_NAMES).map(textOf).join(", ");
  return values.length > MAX_NAMES ? `${named} and ${values.length - MAX_NAMES} more` : named;
}

function memberText(body: unknown, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((inside, name) => (isJsonObject(inside) ? inside[name] : undefined), body);
  return path.endsWith("_ids") && Array.isArray(value) ? `${value.length} selected` : textOf(value);
}

function answerText(answer: unknown, member: string, word: string): string {
  const text = isJsonObject(answer) ? textOf(answer[member]) : "";
  return text === "" || word === "" ? text : `${text} ${word}`;
}

/** Returns the projects that a request names, each once. */
export function auditedProjects({ params, query, body }: Omit<AuditedRequest, "answer">): readonly string[] {
  return [...new Set([body, query, params].flatMap((part) => [...projectsInBody(part)]))];
}

/**
 * Returns what an entry names, in order: the ids of the path, the projects, then the members of the body and of the answer
 * that the rule lists. Values are ids, names, states and counts, never payloads.
 */
export function auditedNames(change: AuditedChange, request: AuditedRequest): readonly string[] {
  const { params, body, answer } = request;
  const ids = isJsonObject(params) ? Object.values(params).map(textOf) : [];
  const members = (change.names ?? []).map((path) => memberText(body, path));
  const answers = Object.entries(change.answers ?? {}).map(([member, word]) => answerText(answer, member, word));
  return [...ids, listText(auditedProjects(request)), ...members, ...answers].filter((text) => text !== "");
}
