import { deserialize, serialize } from "node:v8";
import { type CallPart, type EndPart, isLaterPart, partBytes, type StartPart } from "./call-parts";
import { isFinished, type KnownCalls, keyOf, type OpenRow } from "./known-calls";
import { type NewCall, NewCalls, type NewCallsRecord } from "./new-calls";

/** What one request writes. */
export interface WriteRequest {
  readonly parts: readonly CallPart[];
  /** Its complete calls of which nothing had arrived before. They are not among the parts. */
  readonly newCalls: NewCalls | null;
  /** When the new calls were surely new: see `KnownCalls.epoch`. Without new calls it says nothing. */
  readonly epoch?: number;
  /** True while it waits in the log, where parts of the same calls that come later may overtake it. */
  readonly isLogged?: boolean;
}

/** New calls of a request, without those that are stored already. */
export interface Unstored {
  readonly newCalls: NewCalls;
  readonly calls: readonly NewCall[];
  /** The open rows that these calls replace. */
  readonly replaced: readonly OpenRow[];
}

/** The beginning of a record. Earlier versions wrote only parts; new calls are followed by their rows. */
type LoggedRequest =
  | readonly CallPart[]
  | { readonly parts: readonly CallPart[]; readonly newCalls: NewCallsRecord; readonly rowsLength: number };

/** Returns a request for the log, as bytes one after the other. */
export function recordOf({ parts, newCalls }: WriteRequest): Uint8Array[] {
  const write = (logged: LoggedRequest) => serialize(logged);
  if (newCalls === null) return [write(parts)];
  const { rows } = newCalls;
  return [write({ parts, newCalls: newCalls.record(), rowsLength: rows.length }), rows];
}

/** Returns a request that was read from the log, whose checksum says that {@link recordOf} wrote it. */
export function requestOfRecord(record: Buffer): WriteRequest {
  const logged = deserialize(record) as LoggedRequest;
  if (!("newCalls" in logged)) return { parts: logged, newCalls: null };
  const { parts, newCalls, rowsLength } = logged;
  return { parts, newCalls: NewCalls.ofRecord(newCalls, record.subarray(record.length - rowsLength)) };
}

export function projectsOf({ parts, newCalls }: WriteRequest): ReadonlySet<string> {
  const projects = new Set<string>();
  for (const { projectId } of parts) projects.add(projectId);
  for (const { projectId } of newCalls?.calls ?? []) projects.add(projectId);
  return projects;
}

export const bytesOf = (parts: readonly CallPart[]) => parts.reduce((sum, part) => sum + partBytes(part), 0);

export const requestBytes = ({ parts, newCalls }: WriteRequest) => bytesOf(parts) + (newCalls?.bytes ?? 0);

/** Notes parts that are written later. */
export function noteArrival(parts: readonly CallPart[], known: KnownCalls): void {
  for (const part of parts) if (!isLaterPart(part) && known.arrive(part)) known.expect(part);
}

/** Notes parts that are written next, and writes the rows of new calls that are complete. */
export function writeRequest(parts: readonly CallPart[], known: KnownCalls): WriteRequest {
  const pairs: [StartPart, EndPart][] = [];
  const others: CallPart[] = [];
  let end: CallPart | undefined;
  for (const [at, part] of parts.entries()) {
    if (part === end) continue;
    const isNew = !isLaterPart(part) && known.arrive(part);
    end = parts[at + 1];
    if (isNew && part.part === "start" && end?.part === "end" && keyOf(part) === keyOf(end)) {
      pairs.push([part, end]);
      continue;
    }
    end = undefined;
    if (isNew) known.expect(part);
    others.push(part);
  }
  return { parts: others, newCalls: pairs.length > 0 ? NewCalls.of(pairs) : null, epoch: known.epoch };
}

/** The same for a request that waits in the log, so that parts of its calls that arrive later may be stored first. */
export function loggedWriteRequest(parts: readonly CallPart[], known: KnownCalls): WriteRequest {
  const request = writeRequest(parts, known);
  for (const call of request.newCalls?.calls ?? []) known.expect(call);
  return { ...request, isLogged: true };
}

/**
 * Returns the new calls of a group's requests. Some of them may be stored: after an insert that failed, when parts of the
 * same call came later and did not wait in the log, and when another process stored parts of a call that this one knows.
 */
export async function unstoredCalls(requests: readonly WriteRequest[], known: KnownCalls): Promise<Unstored[]> {
  const unstored: Unstored[] = [];
  for (const { newCalls, epoch, isLogged } of requests) {
    if (newCalls === null) continue;
    const areInDoubt = newCalls.mayBeStored || epoch !== known.epoch;
    const inDoubt = areInDoubt
      ? newCalls.calls
      : newCalls.calls.filter((call) => isLogged === true && !known.takeExpected(call));
    if (inDoubt.length === 0) {
      unstored.push({ newCalls, calls: newCalls.calls, replaced: [] });
      continue;
    }
    const stored = await known.of(inDoubt.map(asStart));
    const calls = newCalls.calls.filter((call) => {
      const found = stored.get(keyOf(call));
      return found === undefined || !isFinished(found);
    });
    unstored.push({ newCalls, calls, replaced: calls.flatMap((call) => stored.get(keyOf(call))?.open ?? []) });
  }
  return unstored;
}

const asStart = ({ projectId, id }: NewCall) => ({ part: "start" as const, projectId, id });

/** Returns the parts that add something: nothing comes after a complete call. */
export function partsOfOthers<Part extends CallPart>(parts: readonly Part[], unstored: readonly Unstored[]): Part[] {
  if (parts.length === 0 || unstored.length === 0) return [...parts];
  const complete = new Set(unstored.flatMap(({ calls }) => calls.map(keyOf)));
  return parts.filter((part) => !complete.has(keyOf(part)));
}
