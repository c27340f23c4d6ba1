/** What a dotted path leads to; parts of digits are places in lists. */
export function memberAt(root: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, part)?.value;
  }, root);
}
