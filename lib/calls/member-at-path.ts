/** Returns the value at a dotted path; numeric parts are list indexes. */
export function memberAt(root: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, part)?.value;
  }, root);
}
