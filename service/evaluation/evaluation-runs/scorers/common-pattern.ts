import { RE2JS } from "re2js";
import { errorMessage } from "@/lib/guard/error-message";

/** A pattern that cannot be used; the message says where and why. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** Escapes that JavaScript, Python and this engine read alike, besides escaped punctuation. */
const COMMON_ESCAPE = /^(?:[dDwWsSbBtnrfv0]|x[0-9a-fA-F]{2}|[^\w\s])$/;

interface Token {
  readonly text: string;
  readonly at: number;
  readonly isInClass: boolean;
}

function* tokens(pattern: string): Generator<Token> {
  let isInClass = false;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern.charAt(at);
    const length = char !== "\\" ? 1 : pattern.charAt(at + 1) === "x" ? 4 : 2;
    yield { text: pattern.slice(at, at + length), at, isInClass };
    if (!isInClass && char === "[") {
      isInClass = true;
      // A bracket that closes at once is a character in Python, and an empty class in JavaScript.
      if (/^\[\^?\]/.test(pattern.slice(at)))
        throw new PatternError(`Position ${at}: escape ] at the beginning of a class`);
    } else if (isInClass && char === "]") isInClass = false;
    at += length;
  }
}

const GROUP = /^\(\?(?:P?<[A-Za-z_]\w*>|:)/;

/**
 * Checks that a pattern means the same in JavaScript and in Python.
 * @throws PatternError for syntax that one of them lacks or reads differently
 */
function checkCommon(pattern: string): void {
  for (const { text, at, isInClass } of tokens(pattern)) {
    const fail = (why: string) => new PatternError(`Position ${at}: ${why}`);
    if (text.startsWith("\\")) {
      if (!COMMON_ESCAPE.test(text.slice(1))) throw fail(`${text} does not mean the same in JavaScript and Python`);
    } else if (isInClass) {
      if (text === "[") throw fail("escape [ inside a class");
    } else if (text === "(" && pattern.charAt(at + 1) === "?" && !GROUP.test(pattern.slice(at))) {
      throw fail("only (?:…), (?<name>…) and (?P<name>…) are supported: no look-around, no flags inside the pattern");
    } else if (/^[*+?}]$/.test(text) && pattern.charAt(at + 1) === "+") {
      throw fail("possessive repetition is not supported");
    }
  }
}

const ENGINE_FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Compiles a pattern for an engine whose time grows linearly with the text: no pattern can make it backtrack.
 * @throws PatternError
 */
export function compilePattern(pattern: string, flags: string): RE2JS {
  checkCommon(pattern);
  try {
    return RE2JS.compile(
      pattern,
      [...flags].reduce((sum, flag) => sum | (ENGINE_FLAGS[flag] ?? 0), 0),
    );
  } catch (error) {
    throw new PatternError(errorMessage(error).replace(/^error parsing regexp: /, ""));
  }
}

/** Returns the pattern as Python writes it: named groups as `(?P<name>`, and `$` only at the very end of a text. */
export function pythonPattern(pattern: string, flags: string): string {
  let written = "";
  for (const { text, at, isInClass } of tokens(pattern)) {
    const isInGroupName =
      !isInClass && /^[?<]$/.test(text) && pattern.slice(at - (text === "?" ? 1 : 2)).startsWith("(?<");
    if (isInGroupName) continue;
    const isNamed = !isInClass && text === "(" && pattern.startsWith("(?<", at);
    const isEnd = !isInClass && text === "$" && !flags.includes("m");
    written += isNamed ? "(?P<" : isEnd ? "\\Z" : text;
  }
  return written;
}
