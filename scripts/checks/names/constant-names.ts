/** A declaration at the start of a line belongs to the module; its value ends with the statement. */
const DECLARATION = /^(?:export )?const ([A-Za-z_$][\w$]*)(?:: [^=\n]+)? =\s*([^;]*);/gm;

const NUMBER = /^-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?$/i;
const TEXT = /^(?:"(?:[^"\\\n]|\\.)*"|`(?:[^`$\\]|\\.)*`)$/;
/** `32 * 1024 ** 2`, `5 * MINUTE_MS`: computed from numbers and other constants before anything runs. */
const RECKONED = /^[-+*/()\s\d_.A-Z]*\d[-+*/()\s\d_.A-Z]*$/;

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** Names that Next reads from the file of a route. */
const READ_BY_NEXT: ReadonlySet<string> = new Set([
  "dynamic",
  "dynamicParams",
  "fetchCache",
  "maxDuration",
  "preferredRegion",
  "revalidate",
  "runtime",
]);

/** Other words for a limit. One pair of words for limits is easier to search for. */
const WORDS_OF_BOUNDS: Readonly<Record<string, "MAX" | "MIN">> = {
  MOST: "MAX",
  LONGEST: "MAX",
  LARGEST: "MAX",
  HIGHEST: "MAX",
  WIDEST: "MAX",
  DEEPEST: "MAX",
  LEAST: "MIN",
  FEWEST: "MIN",
  SHORTEST: "MIN",
  SMALLEST: "MIN",
  LOWEST: "MIN",
  NARROWEST: "MIN",
};

function isPrimitive(value: string): boolean {
  return NUMBER.test(value) || TEXT.test(value) || RECKONED.test(value) || value === "true" || value === "false";
}

function problemOf(name: string): string | null {
  if (!UPPER_SNAKE.test(name)) return "constants of a module are written in capitals, like MAX_ROWS";
  const word = name.split("_").find((each) => Object.hasOwn(WORDS_OF_BOUNDS, each));
  return word === undefined ? null : `a limit is named ${WORDS_OF_BOUNDS[word]}_…, not ${word}`;
}

/**
 * Returns the numbers, strings and booleans that a module declares under a name unlike `MAX_ROWS` or `PATH`, as
 * sentences. What is created while the module loads (schemas, tables, sets, patterns) may have the name of a value.
 */
export function badConstantNames(path: string, source: string): string[] {
  return [...source.matchAll(DECLARATION)].flatMap(([, name = "", value = ""]) => {
    if (!isPrimitive(value.trim()) || READ_BY_NEXT.has(name)) return [];
    const problem = problemOf(name);
    return problem === null ? [] : [`${path}: ${name}: ${problem}.`];
  });
}
