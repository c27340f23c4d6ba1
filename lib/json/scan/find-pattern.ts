const SPECIAL = /[\\^$.*+?()[\]{}|/]/;

/** Returns a pattern that finds the typed text in JSON text, ignoring case, in any escape form. */
export function findPattern(words: string): RegExp {
  return new RegExp(Array.from(words, patternOf).join(""), "gi");
}

/** Maximum number of characters of text per searched character: two escapes of six. */
export const MAX_ESCAPED_LENGTH = 12;

function patternOf(character: string): string {
  const spellings = new Set<string>();
  for (const form of new Set([character, character.toLowerCase(), character.toUpperCase()])) {
    spellings.add(JSON.stringify(form).slice(1, -1));
    if (!/^[ -~]*$/.test(form)) spellings.add(unitsOf(form));
  }
  if (character === "/") spellings.add("\\/");
  const patterns = [...spellings].map((spelling) => Array.from(spelling, literal).join(""));
  return patterns.length === 1 ? (patterns[0] ?? "") : `(?:${patterns.join("|")})`;
}

function unitsOf(text: string): string {
  let units = "";
  for (let at = 0; at < text.length; at += 1) units += `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return units;
}

function literal(character: string): string {
  return SPECIAL.test(character) ? `\\${character}` : character;
}

/**
 * Returns whether a position is inside an escape, so that the `n` of `
 * ` does not count as a letter.
 */
export function isInsideEscape(text: string, at: number): boolean {
  for (let back = 1; back <= 5; back += 1) {
    if (text.charCodeAt(at - back) !== 92) continue;
    let backslashes = 0;
    while (text.charCodeAt(at - back - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return false;
    return back === 1 || (text[at - back + 1] === "u" && /^[0-9a-fA-F]*$/.test(text.slice(at - back + 2, at)));
  }
  return false;
}
