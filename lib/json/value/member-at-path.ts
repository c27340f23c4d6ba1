/** Returns the value at a dotted path; numeric parts are list indexes. Keys may contain dots; the shortest ones count. */
export function memberAt(root: unknown, path: string): unknown {
  return valueAt(root, path.split("."));
}

function valueAt(value: unknown, parts: readonly string[]): unknown {
  if (parts.length === 0) return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (let length = 1; length <= parts.length; length += 1) {
    const member = Object.getOwnPropertyDescriptor(value, parts.slice(0, length).join("."))?.value;
    const found = member === undefined ? undefined : valueAt(member, parts.slice(length));
    if (found !== undefined) return found;
  }
  return undefined;
}
