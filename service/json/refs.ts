import { endOfString } from "@/lib/api/contract/json-text";
import { decodeString } from "@/service/json/json-slices";

/** One step from a value to a part of it: an attribute, a key, a list index, or the row of a table. */
export interface RefStep {
  readonly edge: "attr" | "key" | "index" | "id";
  readonly value: string;
}

export interface ObjectRef {
  readonly kind: "object" | "op";
  /** `entity/project`, as it stands in the ref: what access is decided by. */
  readonly project: string;
  readonly name: string;
  readonly digest: string;
  readonly steps: readonly RefStep[];
}

export interface TableRef {
  readonly kind: "table";
  readonly project: string;
  readonly digest: string;
  readonly steps: readonly RefStep[];
}

export interface CallRef {
  readonly kind: "call";
  readonly project: string;
  readonly id: string;
  readonly steps: readonly RefStep[];
}

export type Ref = ObjectRef | TableRef | CallRef;

const REF = /^weave:\/\/\/([^/\s]+\/[^/\s]+)\/(object|op|table|call)\/([^/\s]+)((?:\/[^/\s]+)*)$/;
const EDGES: ReadonlySet<string> = new Set(["attr", "key", "index", "id"]);

const isEdge = (text: string): text is RefStep["edge"] => EDGES.has(text);

/** Reads a ref, `weave:///entity/project/object/NAME:DIGEST/attr/rows/id/DIGEST` and its like; null when it is none. */
export function parseRef(text: string): Ref | null {
  const [, project, kind, target, path = ""] = REF.exec(text) ?? [];
  if (project === undefined || target === undefined) return null;
  const steps = stepsOf(path);
  if (steps === null) return null;
  if (kind === "table") return { kind, project, digest: target, steps };
  if (kind === "call") return { kind, project, id: target, steps };
  const colon = target.indexOf(":");
  const name = decoded(target.slice(0, colon));
  const digest = target.slice(colon + 1);
  if (colon < 1 || name === null || digest === "") return null;
  return { kind: kind === "op" ? "op" : "object", project, name, digest, steps };
}

function stepsOf(path: string): RefStep[] | null {
  const parts = path.split("/").slice(1);
  const steps: RefStep[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const edge = parts[at] ?? "";
    const value = decoded(parts[at + 1]);
    if (!isEdge(edge) || value === null) return null;
    steps.push({ edge, value });
  }
  return steps;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The quote in front belongs to the string: a quote inside one has a backslash before it. */
const STRING_OF_REF = /(?<!\\)"(?:weave|wandb-artifact):(?:\/|\\\/){3}/g;
const ARTIFACT = /^wandb-artifact:\/\/\/[^/\s]+\/[^/\s]+\/[^/\s:]+:[^\s]+$/;

/** Every different ref that is a whole string value of a JSON text, in the order of the text. Names of members are none. */
export function refsIn(json: string): string[] {
  const refs = new Set<string>();
  for (const { index } of json.matchAll(STRING_OF_REF)) {
    const end = endOfString(json, index);
    if (/^\s*:/.test(json.slice(end, end + 64))) continue;
    const text = decodeString(json, { start: index, end });
    if (parseRef(text) !== null || ARTIFACT.test(text)) refs.add(text);
  }
  return [...refs];
}
