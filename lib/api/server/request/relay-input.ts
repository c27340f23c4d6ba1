import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type RequestPart, type ValidationItem, validationItems } from "@/lib/api/contract/errors/validation";
import { readRequestNames, writeRequestNames } from "@/lib/api/contract/operation/dialect";
import { projectsInBody } from "@/lib/api/contract/operation/named-projects";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { validationFailed } from "@/lib/api/server/answer/request-failed-error";
import type { ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { requireDistinctMembers } from "./distinct-members";
import { headerProblems } from "./extra-headers";
import {
  bodyText,
  type CountedBody,
  countBytes,
  JSON_TYPE,
  MULTIPART_TYPE,
  parseForCheck,
  readBody,
  requireContentType,
} from "./request-body";
import { withoutUserIds } from "./user-ids";

/** The names that a schema of parameters declares. */
function declaredNames(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function item(part: RequestPart, name: string, msg: string, type: string): ValidationItem {
  return { loc: [part, name], msg, type };
}

/** Path parameters and query of a call, both from the query string of the browser's address. */
export interface RelayParameters {
  readonly params: Record<string, string>;
  /** As the caller wrote them: the service applies defaults. */
  readonly query: URLSearchParams;
}

function unexpectedNames(search: URLSearchParams, known: ReadonlySet<string>): ValidationItem[] {
  const names = [...new Set(search.keys())];
  return names.flatMap((name) => {
    if (!known.has(name)) return [item("query", name, "Not a parameter of this operation", "extra_forbidden")];
    return search.getAll(name).length > 1 ? [item("query", name, "Given more than once", "doubled")] : [];
  });
}

/** @throws RequestFailedError 422 for unknown, duplicate, missing and invalid parameters. */
export function readRelayParameters(operation: Operation, search: URLSearchParams): RelayParameters {
  const paramNames = declaredNames(operation.params);
  const queryNames = declaredNames(operation.query);
  const problems = unexpectedNames(search, new Set([...paramNames, ...queryNames]));
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? ""]] : [])));
  const params = pick(paramNames);
  const query = pick(queryNames);
  for (const [part, schema, value] of [
    ["path", operation.params, params],
    ["query", operation.query, query],
  ] as const) {
    const checked = schema.safeParse(value);
    if (!checked.success) problems.push(...validationItems(checked.error, value, part));
  }
  if (problems.length > 0) throw validationFailed(problems);
  return { params, query: new URLSearchParams(query) };
}

/** A body that is ready to be sent. */
export interface RelayBody {
  readonly contentType: string | null;
  readonly content: Uint8Array | string | CountedBody | null;
}

/** A body as it was read, and the projects that it names; none where it is not parsed. */
interface ReadBody extends RelayBody {
  readonly projects: ReadonlySet<string>;
}

const NO_PROJECTS: ReadonlySet<string> = new Set();

/** Checks a JSON body and converts it for this service; the original bytes are sent when nothing changed. */
function jsonContent(
  operation: Operation,
  schema: z.ZodType,
  bytes: Uint8Array,
  target: ServiceTarget,
): Pick<ReadBody, "content" | "projects"> {
  const text = bodyText(bytes);
  const sent = parseForCheck(text);
  requireDistinctMembers(text, sent);
  const named = withoutUserIds(readRequestNames(operation, sent));
  const checked = schema.safeParse(named);
  if (!checked.success) throw validationFailed(validationItems(checked.error, named, "body"));
  const refused = headerProblems(operation, named);
  if (refused.length > 0) throw validationFailed(refused);
  const projects = projectsInBody(named);
  if (isDeepStrictEqual(writeRequestNames(operation, named, target.dialect), sent)) return { content: bytes, projects };
  // Serializing preserves the digits of numbers.
  const exact = withoutUserIds(readRequestNames(operation, parseJson(text)));
  return { content: stringifyJson(writeRequestNames(operation, exact, target.dialect)), projects };
}

/**
 * Reads the body that a row expects. JSON is checked against the row's schema; files and training data are streamed and
 * counted.
 *
 * @throws RequestFailedError 413, 415, 400 or 422, each before anything is sent.
 */
export async function readRelayBody(
  request: Request,
  operation: Operation,
  limits: Limits,
  target: ServiceTarget,
): Promise<ReadBody> {
  const { body } = operation;
  if (body.kind === "none") return { contentType: null, content: null, projects: NO_PROJECTS };
  if (body.kind === "multipart") {
    const contentType = requireContentType(request, MULTIPART_TYPE, "multipart/form-data with a boundary");
    return { contentType, content: countBytes(request, limits.requestBytes), projects: NO_PROJECTS };
  }
  requireContentType(request, JSON_TYPE, "application/json");
  if (body.kind === "json-stream") {
    const content = countBytes(request, limits.requestBytes);
    return { contentType: "application/json", content, projects: NO_PROJECTS };
  }
  const bytes = await readBody(request, limits.requestBytes);
  return { contentType: "application/json", ...jsonContent(operation, body.schema, bytes, target) };
}
