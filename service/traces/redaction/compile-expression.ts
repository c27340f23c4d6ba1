import { RE2JS, RE2JSSyntaxException } from "re2js";
import { errorMessage } from "@/lib/guard/error-message";

/** An expression that no rule can use; the message says where and why. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/**
 * Compiles an expression for an engine whose time grows linearly with the text: none can make it backtrack.
 *
 * @throws ExpressionError for wrong syntax, with the position from 0, and for an expression that matches empty text
 */
export function compileExpression(pattern: string): RE2JS {
  const compiled = compiledOf(pattern);
  if (compiled.test("")) throw new ExpressionError("It also matches empty text, of which nothing can be removed");
  return compiled;
}

function compiledOf(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw new ExpressionError(errorMessage(error));
    const { error: why, input } = error;
    const at = input === null || input === pattern ? -1 : pattern.indexOf(input);
    const found = at < 0 ? why : `Position ${at}: ${why}: ${input}`;
    throw new ExpressionError(found.charAt(0).toUpperCase() + found.slice(1));
  }
}
