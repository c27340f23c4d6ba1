import { type CallPart, type EndPart, isLaterPart, partBytes, type StartPart } from "./call-parts";
import { type KnownCalls, keyOf } from "./known-calls";
import { type NewCall, NewCalls } from "./new-calls";

/** What one request writes. */
export interface WriteRequest {
  readonly parts: readonly CallPart[];
  /** Its complete calls of which nothing had arrived before. They are not among the parts. */
  readonly newCalls: NewCalls | null;
}

/** New calls of a request, without those that are stored already. */
interface Unstored {
  readonly newCalls: NewCalls;
  readonly calls: readonly NewCall[];
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
  return { parts: others, newCalls: pairs.length > 0 ? new NewCalls(pairs) : null };
}

/** Returns the new calls of a group's requests. After an insert that failed, some of them may be stored. */
export async function unstoredCalls(requests: readonly WriteRequest[], known: KnownCalls): Promise<Unstored[]> {
  const unstored: Unstored[] = [];
  for (const { newCalls } of requests) {
    if (newCalls === null) continue;
    const stored = newCalls.mayBeStored ? await known.of(newCalls.calls.map(asStart)) : null;
    const calls = newCalls.calls.filter((call) => !stored?.get(keyOf(call))?.startedAt);
    unstored.push({ newCalls, calls });
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
