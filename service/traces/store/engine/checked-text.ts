import { createHash } from "node:crypto";

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the text of a small file, with a digest behind it: a changed byte is then no other value. */
export function checkedText(value: unknown): string {
  const text = JSON.stringify(value);
  return `${text}\n${digestOf(text)}\n`;
}

/**
 * Reads such a text, or one of an earlier version, which has no digest.
 * @throws SyntaxError when it is not what was written
 */
export function readChecked(text: string): unknown {
  const [content = "", digest, ...end] = text.split("\n");
  if (digest !== undefined && (digest !== digestOf(content) || end.join("\n") !== ""))
    throw new SyntaxError("The text is not that of its digest.");
  return JSON.parse(content);
}
