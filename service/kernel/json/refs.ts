import { decodeString, JsonReader } from "@/lib/json/scan/json-slices";

/** One step into a value: a member, an attribute, an element, or a table row by its digest. */
export interface RefStep {
  readonly edge: "attr" | "key" | "index" | "id";
  readonly value: string;
}

interface ProjectRef {
  /** entity/project */
  readonly project: string;
}

/** A version of an object or an op. `digest` is a digest, or `latest`, `v<N>` or `*` where a reader allows them. */
export interface ObjectRef extends ProjectRef {
  readonly kind: "object" | "op";
  readonly name: string;
  readonly digest: string;
  readonly steps: readonly RefStep[];
}

interface TableRef extends ProjectRef {
  readonly kind: "table";
  readonly digest: string;
  readonly steps: readonly RefStep[];
}

interface CallRef extends ProjectRef {
  readonly kind: "call";
  readonly id: string;
  readonly steps: readonly RefStep[];
}

export type Ref = ObjectRef | TableRef | CallRef;

const REF_SCHEME = "weave:///";
const ARTIFACT_SCHEME = "wandb-artifact:///";

const edges: ReadonlySet<string> = new Set(["attr", "key", "index", "id"]);

function isEdge(text: string): text is RefStep["edge"] {
  return edges.has(text);
}

/** Parses a ref such as `weave:///entity/project/object/NAME:DIGEST/attr/rows`; null when the text is not a ref. */
export function parseRef(text: string): Ref | null {
  if (!text.startsWith(REF_SCHEME)) return null;
  const [entity, projectName, kind, target, ...rest] = text.slice(REF_SCHEME.length).split("/");
  if (!entity || !projectName || !target) return null;
  const steps = parseSteps(rest);
  if (steps === null) return null;
  const project = `${entity}/${projectName}`;
  switch (kind) {
    case "object":
    case "op": {
      const [name, digest, ...more] = target.split(":");
      if (!name || !digest || more.length > 0) return null;
      return { kind, project, name, digest, steps };
    }
    case "table":
      return { kind, project, digest: target, steps };
    case "call":
      return { kind, project, id: target, steps };
    default:
      return null;
  }
}

function parseSteps(parts: readonly string[]): RefStep[] | null {
  if (parts.length % 2 !== 0) return null;
  const steps: RefStep[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const edge = parts[at] ?? "";
    const value = decodePart(parts[at + 1] ?? "");
    if (!isEdge(edge) || value === null) return null;
    if (edge === "index" && !/^\d+$/.test(value)) return null;
    steps.push({ edge, value });
  }
  return steps;
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Writes a ref; `parseRef` is the inverse. */
export function formatRef(ref: Ref): string {
  const target = ref.kind === "call" ? ref.id : ref.kind === "table" ? ref.digest : `${ref.name}:${ref.digest}`;
  const steps = ref.steps.map(({ edge, value }) => `/${edge}/${encodePart(value)}`);
  return `${REF_SCHEME}${ref.project}/${ref.kind}/${target}${steps.join("")}`;
}

/** Percent-encodes everything but `A-Za-z0-9_.-~`. */
function encodePart(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

const REF_START = /"(?:weave|wandb-artifact):\\?\/\\?\/\\?\//;

/** True when a string of a JSON text begins like a ref. */
export function mayHaveRefs(json: string): boolean {
  return REF_START.test(json);
}

/**
 * Returns the refs in a JSON text: strings that are complete refs, each once, in order of appearance. Names of members
 * are ignored. Values are not built; a text without refs costs one search.
 */
export function findRefs(json: string): string[] {
  if (!mayHaveRefs(json)) return [];
  const refs = new Set<string>();
  collect(new JsonReader(json), refs, 0);
  return [...refs];
}

/** Values below this depth are skipped: real values are not nested so deep, and the walk is recursive. */
const MAX_DEPTH = 500;

function collect(reader: JsonReader, refs: Set<string>, depth: number): void {
  const kind = reader.peek();
  if (depth < MAX_DEPTH && kind === "{") reader.object(() => collect(reader, refs, depth + 1));
  else if (depth < MAX_DEPTH && kind === "[") reader.array(() => collect(reader, refs, depth + 1));
  else {
    const slice = reader.skip();
    if (kind !== '"' || slice.end - slice.start > 2000) return;
    const text = decodeString(reader.text, slice);
    if (isRef(text)) refs.add(text);
  }
}

/** True when a string is a ref and nothing else. */
export function isRef(text: string): boolean {
  if (text.startsWith(REF_SCHEME)) return parseRef(text) !== null;
  return text.startsWith(ARTIFACT_SCHEME) && /^wandb-artifact:\/\/\/[^/\s]+\/[^/\s]+\/[^/:\s]+:[^/:\s]+$/.test(text);
}
