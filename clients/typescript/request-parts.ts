import { HeddleError } from "./heddle-error";
import type { OperationRow } from "./operation-row";

/** A request as its caller writes it: members of the path, the query and the body together. */
export type Members = Readonly<Record<string, unknown>>;

/** What is sent. */
export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly type: string | null;
  readonly body: string | FormData | null;
}

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** A segment that an address would resolve rather than send. */
const IS_STEP = /^\.{1,2}$/;

/** Returns the members with the project where one is required and none is given. */
function inProject(given: Members, row: OperationRow, project: string | null): Members {
  if (project === null) return given;
  let filled = given;
  for (const way of row.projects) {
    const [first = "", second] = way.split(".");
    const member = filled[first];
    if (second === undefined) filled = { ...filled, [first]: member ?? project };
    else if (isMembers(member)) filled = { ...filled, [first]: { ...member, [second]: member[second] ?? project } };
  }
  return filled;
}

/** Sorts the members of a request into its path, its query and its body. @throws HeddleError for a path that lacks one */
export function requestParts(
  operation: string,
  row: OperationRow,
  given: Members,
  project: string | null,
): RequestParts {
  const rest: Record<string, unknown> = { ...inProject(given, row, project) };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(take(name) ?? "");
    if (text !== "" && !IS_STEP.test(text)) return encodeURIComponent(text);
    const invalid = [{ loc: ["path", name], msg: "Field required", type: "missing" }];
    throw new HeddleError(`path.${name} is missing.`, { code: "validation", operation, invalid });
  });
  const query = new URLSearchParams();
  for (const name of row.query)
    for (const value of [take(name)].flat())
      if (value !== undefined && value !== null) query.append(name, String(value));
  const asked = query.size > 0 ? `${path}?${query}` : path;
  return { method: row.method, path: asked, ...bodyOf(row, rest) };
}

function bodyOf({ method, file }: OperationRow, members: Members): Pick<RequestParts, "type" | "body"> {
  if (file !== null) return { type: null, body: formOf(members) };
  if (method === "GET" || (method === "DELETE" && Object.keys(members).length === 0)) return { type: null, body: null };
  return { type: "application/json", body: JSON.stringify(members) };
}

function formOf(members: Members): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}
