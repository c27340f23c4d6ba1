import { type TextTable, textAt } from "./text-table";

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * Finds the row of an id without an object per id: open addressing over a power of two, at most half full, -1 where a
 * slot is free. Built together with the rows, so that a hundred thousand of them cost the reader nothing.
 */
export function idIndex(ids: readonly string[]): Int32Array<ArrayBuffer> {
  let size = 8;
  while (size < ids.length * 2) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  ids.forEach((id, row) => {
    let slot = hashOf(id) & (size - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot] = row;
  });
  return slots;
}

/** Returns the row of an id, or -1 if it is missing. */
export function findId(slots: Int32Array<ArrayBuffer>, ids: TextTable, id: string): number {
  const mask = slots.length - 1;
  for (let slot = hashOf(id) & mask; ; slot = (slot + 1) & mask) {
    const row = slots[slot] ?? -1;
    if (row === -1 || textAt(ids, row) === id) return row;
  }
}
