import { sqlText } from "./sql-text";

/** The Python client sends an exception as JSON; must agree with `exceptionLine` in lib/calls/exception-text.ts. */
const EXCEPTION_TYPE_SQL = "if(match(exception, '^[ \\t\\r\\n]*[{]'), JSONExtractString(exception, 'type'), '')";
const TEXT_SQL = `if(${EXCEPTION_TYPE_SQL} = '', exception,
    concat(JSONExtractString(exception, 'type'),
      if(JSONExtractString(exception, 'message') = '', '', concat(': ', JSONExtractString(exception, 'message')))))`;

const trimmedSql = (text: string) => `replaceRegexpAll(${text}, '^[ \\t\\r\\n]+|[ \\t\\r\\n]+$', '')`;

/** Characters of a line that a pattern is made from: what is replaced near the end of the shown line may be long. */
const MAX_READ_LENGTH = 2000;

/** Characters of an exception's line that tell its cause. */
const MAX_LINE_LENGTH = 300;

const cut = (text: string) => `substringUTF8(${text}, 1, ${MAX_LINE_LENGTH})`;

/** The informative line of an exception: the last one of a traceback, otherwise the first. */
const WHOLE_LINE_SQL = `substringUTF8(${trimmedSql(
  `if(startsWith(${trimmedSql(TEXT_SQL)}, 'Traceback') AND ${EXCEPTION_TYPE_SQL} = '',
      splitByChar('\\n', ${trimmedSql(TEXT_SQL)})[-1], splitByChar('\\n', ${trimmedSql(TEXT_SQL)})[1])`,
)}, 1, ${MAX_READ_LENGTH})`;

/** The shown part of the informative line. */
export const EXCEPTION_LINE_SQL = cut(WHOLE_LINE_SQL);

/** Characters that no exception contains. They are the quotes of texts that stay, and the place of a status. */
const [OPEN, CLOSE, STATUS_MARK] = ["\uE000", "\uE001", "\uE002"];

/** A status of HTTP says what happened. */
const STATUS = String.raw`(?i)\b(?:code|status|http):? ([1-5][0-9][0-9])\b`;

/** Replaces what differs between calls of one cause, in this order. */
const REPLACEMENTS: readonly (readonly [pattern: string, replacement: string])[] = [
  [String.raw`(?i)\b(code|status|http)(:? )[1-5][0-9][0-9]\b`, `\\1\\2${STATUS_MARK}`],
  // Names of members stay, and so do the words for a kind of error.
  [`['"]([A-Za-z_][A-Za-z_ -]*)['"]:`, `${OPEN}\\1${CLOSE}:`],
  [`(${OPEN}(?:type|code)${CLOSE}: ?)['"]([A-Za-z_]+)['"]`, `\\1${OPEN}\\2${CLOSE}`],
  // Quoted values. A single quote after a letter is an apostrophe.
  [`"[^"]*"`, `"…"`],
  ["`[^`]*`", "`…`"],
  [`(^|[^0-9A-Za-z_])'[^']*'`, `\\1'…'`],
  [`[${OPEN}${CLOSE}]`, "'"],
  // Ids, numbers and times, all of which contain digits.
  ["[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}", "…"],
  ["[0-9A-Za-z_-]*[0-9][0-9A-Za-z_-]*", "…"],
  ["…(?:[.:/+]…)+", "…"],
];

/** `replaceRegexpOne` and `replaceRegexpAll` agree on a status: only the first is kept. */
function replacedSql(line: string): string {
  return REPLACEMENTS.reduce(
    (text, [pattern, replacement], at) =>
      `${at === 0 ? "replaceRegexpOne" : "replaceRegexpAll"}(${text}, ${sqlText(pattern)}, ${sqlText(replacement)})`,
    line,
  );
}

const withStatusSql = (text: string, status: string) =>
  `if(${status} = '', ${text}, concat(splitByString(${sqlText(STATUS_MARK)}, ${text})[1], ${status}, splitByString(${sqlText(STATUS_MARK)}, ${text})[2]))`;

/**
 * What the exceptions of one cause have in common: the informative line of a call's exception, in which `…` replaces
 * numbers, ids, times and quoted values. It is true of each of the calls that have it.
 */
export const EXCEPTION_PATTERN_SQL = `arrayMap(told -> arrayMap((form, kept) -> ${cut(withStatusSql("form", "kept"))},
    [${replacedSql("told")}], [extract(told, ${sqlText(STATUS)})])[1], [${WHOLE_LINE_SQL}])[1]`;
