/** A call and its parent call. */
export interface ParentLink {
  readonly id: string;
  readonly parentId: string | null;
}

/** Returns the ids of all descendants of a call; each once, even in a cycle of parents. */
export function descendantsOf(links: readonly ParentLink[], id: string): readonly string[] {
  const children = new Map<string, string[]>();
  for (const link of links) {
    if (link.parentId === null) continue;
    const known = children.get(link.parentId);
    if (known) known.push(link.id);
    else children.set(link.parentId, [link.id]);
  }
  const ids = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (child === id || ids.has(child)) continue;
      ids.add(child);
      open.push(child);
    }
  }
  return [...ids];
}
