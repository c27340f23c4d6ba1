/** True for an object with named members. Numbers that keep their digits are objects too, and are told apart before. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
