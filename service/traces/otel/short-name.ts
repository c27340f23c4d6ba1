import { createHash } from "node:crypto";

const DELIMITER = /[\s/.:?&=_-][^\s/.:?&=_-]*$/;

function withoutHalfCharacter(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/**
 * Returns a name of fewer than `limit` characters. A longer one is cut at a delimiter if there is one in its second
 * half, and gets the first four digits of its SHA-256, so that two long names stay different.
 */
export function shortName(name: string, limit: number): string {
  if (name.length < limit) return name;
  const suffix = `:${createHash("sha256").update(name).digest("hex").slice(0, 4)}`;
  const maxLength = limit - 1 - suffix.length;
  const cut = name.slice(0, maxLength);
  const atDelimiter = cut.replace(DELIMITER, "");
  return `${withoutHalfCharacter(atDelimiter.length >= maxLength / 2 ? atDelimiter : cut)}${suffix}`;
}
