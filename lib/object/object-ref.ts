import { type ObjectKey, objectHref } from "./object-key";

/** The address of one version that SDKs and other values use. */
export function objectRef(projectId: string, { kind, id }: ObjectKey, digest: string): string {
  return `weave:///${projectId}/${kind}/${id}:${digest}`;
}

/** The target of a ref, in its project. */
export type RefTarget = { readonly projectId: string } & (
  | { readonly type: "object"; readonly key: ObjectKey; readonly digest: string }
  | { readonly type: "table"; readonly digest: string; readonly rowDigest: string | null }
  | { readonly type: "call"; readonly callId: string }
);

const REF = /^weave:\/\/\/([^/\s]+\/[^/\s]+)\/(object|op|table|call)\/([^/\s]+)(?:\/(\S*))?$/;

/** A row inside a table. */
const ROW = /^id\/([^/\s]+)/;

/** Returns the target of a text that is a whole ref; null for every other text. */
export function parseRefTarget(text: string): RefTarget | null {
  const [, projectId, type, name, inside = ""] = REF.exec(text) ?? [];
  if (projectId === undefined || type === undefined || name === undefined) return null;
  if (type === "call") return { projectId, type, callId: name };
  if (type === "table") return { projectId, type, digest: name, rowDigest: ROW.exec(inside)?.[1] ?? null };
  const colon = name.indexOf(":");
  if (colon < 1 || colon === name.length - 1) return null;
  const kind = type === "op" ? "op" : "object";
  return { projectId, type: "object", key: { kind, id: name.slice(0, colon) }, digest: name.slice(colon + 1) };
}

/** Returns the page of a ref's target in the workspace of its project; null when it belongs to another project. */
export function refHref(slug: string, projectId: string, target: RefTarget): string | null {
  if (target.projectId !== projectId) return null;
  if (target.type === "call") return `/${slug}/traces/${encodeURIComponent(target.callId)}`;
  if (target.type === "table") {
    const { digest, rowDigest } = target;
    return `/${slug}/tables?${new URLSearchParams({ digest, ...(rowDigest === null ? {} : { rows: rowDigest }) })}`;
  }
  return objectHref(slug, target.key, target.digest);
}

/** A ref inside a value, and its path. */
export interface LocatedRef {
  readonly path: string;
  readonly ref: string;
}

const MAX_VALUES = 20_000;

/** Returns the refs among the strings of a value, nearest the top first. Searches a limited part of a big value. */
export function refsInside(root: unknown, most: number): readonly LocatedRef[] {
  const refs: LocatedRef[] = [];
  const queue: { readonly path: string; readonly value: unknown }[] = [{ path: "", value: root }];
  for (let at = 0; at < queue.length && at < MAX_VALUES && refs.length < most; at += 1) {
    const { path, value } = queue[at] ?? { path: "", value: null };
    if (typeof value === "string" && value.startsWith("weave:///") && parseRefTarget(value))
      refs.push({ path, ref: value });
    if (typeof value !== "object" || value === null || queue.length > MAX_VALUES) continue;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      queue.push({ path: isList ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`, value: member });
    }
  }
  return refs;
}
