/** True for a JSON object: not null and not a list. A number that kept its digits passes; see `isMembers`. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
