/** A call and the call that it hangs under. */
export interface ParentLink {
  readonly id: string;
  readonly parentId: string | null;
}

/** The ids of all calls below one; each once, even in a ring of parents. */
export function descendantsOf(links: readonly ParentLink[], id: string): readonly string[] {
  const children = new Map<string, string[]>();
  for (const link of links) {
    if (link.parentId === null) continue;
    const known = children.get(link.parentId);
    if (known) known.push(link.id);
    else children.set(link.parentId, [link.id]);
  }
  const found = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (child === id || found.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  return [...found];
}
