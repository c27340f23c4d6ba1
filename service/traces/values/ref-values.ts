import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import type { Store } from "@/service/traces/store/engine/store";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import { bestVersion, isVersionNumber, type StoredObjectVersion } from "@/service/traces/store/objects/object-versions";
import { readRowValues } from "@/service/traces/store/tables/table-reader";
import type { TableStore } from "@/service/traces/store/tables/table-store";
import { followSteps, type RefHop, type RefHopTarget, rowHop } from "./follow-ref";

/** The sources of the values of refs. */
export interface RefStores {
  readonly store: Store;
  readonly objects: ObjectStore;
  readonly tables: TableStore;
}

/** The number of values that a ref may pass through on the way to another; longer chains are circular. */
const MAX_REF_HOPS = 32;

/** The value of a target: JSON text, or a mark that it was deleted or never existed. */
type Found = string | "deleted" | "missing";

/** Equal targets have equal keys. */
const keyOf = (target: RefHopTarget) => JSON.stringify([target.kind, target.project, target.digest, nameOf(target)]);
const nameOf = (target: RefHopTarget) => (target.kind === "object" ? target.name : "");

/**
 * Returns the values that refs lead to, as JSON text in the same order; null for a deleted object and for a path
 * without a value. The caller has checked that its client may read every project named in the refs; refs inside values
 * are followed within their project only.
 *
 * @throws InvalidRequestError for a text that is not a ref to an object or a row, or names no fixed version
 * @throws NotFoundError when an object or a row never existed
 */
export async function readRefs(
  stores: RefStores,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const results = new Map<number, string | null>();
  const yielder = new EventLoopYielder();
  let legs = new Map(refs.map((ref, index) => [index, firstHop(ref)]));
  for (let hop = 0; hop < MAX_REF_HOPS && legs.size > 0; hop += 1) {
    const found = await load(
      stores,
      [...legs.values()].map(({ target }) => target),
      signal,
    );
    const next = new Map<number, RefHop>();
    for (const [index, { target, steps }] of legs) {
      const value = found.get(keyOf(target)) ?? "missing";
      // A ref inside a stored value may have no target: that is not a fault of this request.
      if (value === "missing" && hop === 0) throw notFound(target);
      if (value === "missing" || value === "deleted") continue;
      // A step through a large value takes time, and a thousand refs may pass through the same one.
      await yielder.yieldToEventLoop();
      const arrival = followSteps(target.project, value, steps);
      if (arrival !== null && "text" in arrival) results.set(index, arrival.text);
      else if (arrival !== null) next.set(index, arrival);
    }
    legs = next;
  }
  return refs.map((_, index) => results.get(index) ?? null);
}

function firstHop(text: string): RefHop {
  const ref = parseRef(text);
  const shown = text.slice(0, 300);
  if (ref === null) throw new InvalidRequestError(`Invalid ref: ${shown}`);
  if (ref.kind === "call") throw new InvalidRequestError(`Refs of calls cannot be read: ${shown}`);
  if (ref.kind === "table") {
    const leg = rowHop(ref.project, ref.steps);
    if (leg === null) throw new InvalidRequestError(`Refs of whole tables cannot be read: ${shown}`);
    return leg;
  }
  if (ref.digest === "latest" || ref.digest === "*") {
    throw new InvalidRequestError(`A ref must name a version, not "${ref.digest}": ${shown}`);
  }
  return { target: { ...ref, kind: "object" }, steps: ref.steps };
}

function notFound(target: RefHopTarget): NotFoundError {
  if (target.kind === "row") return new NotFoundError(`Row ${target.digest} not found`);
  return new NotFoundError(`Obj ${target.name}:${target.digest} not found`);
}

async function load(
  stores: RefStores,
  targets: readonly RefHopTarget[],
  signal: AbortSignal,
): Promise<Map<string, Found>> {
  const valuesByRef = new Map<string, Found>();
  for (const project of new Set(targets.map((target) => target.project))) {
    const here = targets.filter((target) => target.project === project);
    await loadObjects(stores, project, here, valuesByRef, signal);
    await loadRows(stores, project, here, valuesByRef, signal);
  }
  return valuesByRef;
}

async function loadObjects(
  { objects }: RefStores,
  project: string,
  targets: readonly RefHopTarget[],
  valuesByRef: Map<string, Found>,
  signal: AbortSignal,
): Promise<void> {
  const objectTargets = targets.filter((target) => target.kind === "object");
  if (objectTargets.length === 0) return;
  const byName = new Map<string, StoredObjectVersion[]>();
  for (const version of await objects.versionsOf(project, objectTargets.map(nameOf), signal)) {
    byName.set(version.objectId, [...(byName.get(version.objectId) ?? []), version]);
  }
  const live = new Map<string, StoredObjectVersion>();
  for (const target of objectTargets) {
    const fitting = (byName.get(target.name) ?? []).filter((version) => isVersionNumber(version, target.digest));
    const version = bestVersion(fitting);
    if (version?.deletedAt === null) live.set(keyOf(target), version);
    else if (version !== undefined) valuesByRef.set(keyOf(target), "deleted");
  }
  const digests = [...live.values()].map(({ digest }) => digest);
  const values = await objects.values.read(project, digests, signal);
  for (const [key, { digest }] of live) valuesByRef.set(key, values.get(digest) ?? "missing");
}

async function loadRows(
  { store, tables }: RefStores,
  project: string,
  targets: readonly RefHopTarget[],
  valuesByRef: Map<string, Found>,
  signal: AbortSignal,
): Promise<void> {
  const rowTargets = targets.filter((target) => target.kind === "row");
  if (rowTargets.length === 0) return;
  const rows = await tables.rows.find(
    project,
    rowTargets.map(({ digest }) => digest),
    signal,
  );
  const ids = [...rows.values()].map(({ rowId }) => rowId);
  const values = await readRowValues(store, project, ids, signal);
  for (const target of rowTargets) {
    const row = rows.get(target.digest);
    if (row !== undefined) valuesByRef.set(keyOf(target), values.get(row.rowId) ?? "missing");
  }
}
