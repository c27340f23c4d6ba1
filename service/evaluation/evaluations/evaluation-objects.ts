import { isJsonObject } from "@/lib/guard/json-object";
import { parseRef } from "@/service/kernel/json/refs";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import { bestVersion, isVersionNumber, type StoredObjectVersion } from "@/service/traces/store/objects/object-versions";

/** An object as a run refers to it. */
export interface ReferredObject {
  /** The object id in the ref. */
  readonly name: string;
  readonly state: "stored" | "deleted" | "unknown";
  /** The index of its version; null unless stored. */
  readonly version: number | null;
  /** Empty unless stored. */
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * Returns the objects that refs name, by ref; refs of other projects, ops and other texts are absent. An object that was
 * deleted or never published still has the name in its ref.
 */
export async function readReferred(
  objects: ObjectStore,
  projectId: string,
  refs: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReferredObject>> {
  const wanted = [...new Set(refs)].flatMap((text) => {
    const ref = parseRef(text);
    return ref?.kind === "object" && ref.project === projectId && ref.steps.length === 0 ? [{ text, ref }] : [];
  });
  const found = new Map<string, ReferredObject>();
  if (wanted.length === 0) return found;
  const versions = await objects.versionsOf(
    projectId,
    wanted.map(({ ref }) => ref.name),
    signal,
  );
  const live = new Map<string, StoredObjectVersion>();
  for (const { text, ref } of wanted) {
    const version = bestVersion(
      versions.filter((candidate) => candidate.objectId === ref.name && isVersionNumber(candidate, ref.digest)),
    );
    if (version?.deletedAt === null) live.set(text, version);
    const state = version === undefined ? "unknown" : "deleted";
    found.set(text, { name: ref.name, state, version: null, members: {} });
  }
  const digests = new Set([...live.values()].map(({ digest }) => digest));
  const values = await objects.values.read(projectId, digests, signal);
  for (const [text, { digest, objectId, versionIndex }] of live) {
    const value: unknown = JSON.parse(values.get(digest) ?? "{}");
    found.set(text, {
      name: objectId,
      state: "stored",
      version: versionIndex,
      members: isJsonObject(value) ? value : {},
    });
  }
  return found;
}

/** Returns the text of a JSON string; null for other JSON and for none. */
export function textOf(json: string): string | null {
  if (!json.startsWith('"')) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : null;
}

/** Returns a short name of what a member of a run's inputs is: a ref, a text, or an object with a name. */
export function nameOfInput(json: string): string {
  const text = textOf(json);
  if (text !== null) {
    const ref = parseRef(text);
    return ref === null || ref.kind === "table" || ref.kind === "call" ? text : ref.name;
  }
  const value: unknown = json === "" ? null : JSON.parse(json);
  if (!isJsonObject(value)) return "";
  const name = [value.name, value._class_name, value._type].find((each) => typeof each === "string" && each !== "");
  return typeof name === "string" ? name : "";
}
