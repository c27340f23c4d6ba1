/** Characters that stand for themselves within any quotes, also where a text is quoted twice. */
const PLAIN = /[A-Za-z0-9_ .,:;=%/()*+<>|-]/;

const BYTES = new TextEncoder();

/**
 * Returns a text as it may stand between quotes of SQL. Everything but plain characters becomes the number of its byte: no
 * quote, no backslash of the text and no brace of a placeholder is left that could end the text or be taken for another.
 */
function encoded(text: string): string {
  return [...text]
    .map((letter) =>
      PLAIN.test(letter)
        ? letter
        : [...BYTES.encode(letter)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
    )
    .join("");
}

/** Returns a text as a literal of SQL. */
export const sqlText = (text: string): string => `'${encoded(text)}'`;

/** Returns a name, of a column or an alias, as SQL. */
export const sqlName = (name: string): string => `\`${encoded(name)}\``;

/** True for SQL that is a name and nothing else, whatever stands around it. */
export const isNameAlone = (sql: string): boolean => /^\(*`[^`]*`(?:\.`[^`]*`)*\)*$/.test(sql);
