/** A fenced block of code, also one that is cut off. */
const FENCED = /^ {0,3}(`{3,}(?!`)|~~~)[^`\n]*\n([\s\S]*?)(?:\n {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;

/** A span of code: equal runs of backticks on one line. */
const CODE = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;

const HEADING = /^ {0,3}#{1,6}[ \t]+(?=\S)/gm;

/**
 * Bold text. It begins after a space or a bracket and ends before a space or punctuation, so that powers (`x**2 + y**2`)
 * and globs stay.
 */
const BOLD = /(?<=^|[\s([{"'“‘—–|>-])(\*{2,3})(?=[^\s*/.])([^*\n]*[^\s*/])\1(?=$|[\s)\]}"'”’—–|.,;:!?…-])/gm;

/** A link or an image whose target is an address. It may be cut at the end of the text. */
const LINK =
  /!?\[([^[\]\n]*)\]\((?:https?:\/\/|mailto:|\.{0,2}\/|#)[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?(?:[ \t]+"[^"\n]*")?(?:\)|$)/g;

const JSON_START = /^\s*(?:\{|\[\s*[\]{["\d-])/;

/** Replaces code while the rest is read; a private character, which texts rarely have. */
const HELD = "\uE000";

/** A row shows less than this. */
const MAX_LENGTH = 2_000;

/**
 * Returns the beginning of a text without its signs of Markdown, for a row: headings, bold, code, and links without their
 * targets. What only looks like them stays, and so does every sign inside code.
 *
 * @param isMessage false for a text of unknown kind: SQL has backticks and scripts have `#`, so it needs a plainer sign
 */
export function stripMarks(text: string, isMessage: boolean): string {
  const beginning = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  if (!/[#*`~[]/.test(beginning) || beginning.includes(HELD) || JSON_START.test(beginning)) return beginning;
  if (!isMessage && ![FENCED, BOLD, LINK].some((sign) => beginning.search(sign) >= 0)) return beginning;
  const code: string[] = [];
  const hold = (content: string) => {
    code.push(content);
    return HELD;
  };
  const stripped = beginning
    .replace(FENCED, (_block, _fence, content: string) => hold(content))
    .replace(CODE, (_span, _run, content: string) => hold(content))
    .replace(HEADING, "")
    .replace(BOLD, "$2")
    .replace(LINK, "$1");
  let index = 0;
  const shown = stripped.replaceAll(HELD, () => code[index++] ?? "");
  return shown.trim() === "" ? beginning : shown;
}
