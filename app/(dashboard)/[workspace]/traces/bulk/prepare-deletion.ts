/** A call and its parent. */
export interface CallLink {
  readonly id: string;
  readonly parentId: string | null;
}

/** Returns how many calls would be deleted with these: the calls and all their descendants, each once. */
export function deletedCount(ids: readonly string[], links: readonly CallLink[]): number {
  const below = new Map<string, string[]>();
  for (const { id, parentId } of links) {
    if (parentId === null) continue;
    const children = below.get(parentId);
    if (children) children.push(id);
    else below.set(parentId, [id]);
  }
  const deletedIds = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (deletedIds.has(id)) continue;
    deletedIds.add(id);
    waiting.push(...(below.get(id) ?? []));
  }
  return deletedIds.size;
}

/** From this many calls on, the user types the number before they are deleted. */
const TYPED_CONFIRMATION_FROM = 100;

/** True when deleting this many calls must be confirmed by typing; an unknown number must. */
export function isTypedConfirmationNeeded(count: number | null): boolean {
  return count === null || count >= TYPED_CONFIRMATION_FROM;
}

/** True when the text is the number of selected rows, with or without commas. */
export function isConfirmed(typed: string, rowCount: number): boolean {
  return typed.replace(/[,\s]/g, "") === String(rowCount);
}

/** Ids per request: a stop takes effect between two requests. */
export function deletionBatches(ids: readonly string[], size = 100): readonly (readonly string[])[] {
  const batches: (readonly string[])[] = [];
  for (let at = 0; at < ids.length; at += size) batches.push(ids.slice(at, at + size));
  return batches;
}
