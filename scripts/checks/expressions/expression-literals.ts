import { parseSync, Visitor } from "oxc-parser";

/** A regular expression that is written in a source. */
export interface ExpressionLiteral {
  /** The file and the line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Parsing takes most of the time: most files have no slash after a sign that an expression can follow. */
const MAY_HAVE_LITERAL = /[=(,:?&|!{}[;>\n]\s*\/[^/*\s]/;

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** Returns the regular expressions of a source, in order. @throws Error when it cannot be parsed */
export function expressionLiterals(path: string, text: string): ExpressionLiteral[] {
  if (!MAY_HAVE_LITERAL.test(text)) return [];
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const found: ExpressionLiteral[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ place: `${path}:${lineOf(text, node.start)}`, source: pattern, flags });
    },
  }).visit(program);
  return found;
}
