import { analyse } from "scslre";
import type { ExpressionLiteral } from "./expression-literals";

/**
 * Returns the expressions whose time grows faster than the text that they look at, as sentences: parts that can share a
 * run of one character in many ways, and expressions without a beginning that look at such a run from each of its places.
 * What repeats longer texts than one character is not found.
 */
export function slowExpressions(literals: readonly ExpressionLiteral[]): string[] {
  return literals.flatMap(({ place, source, flags }) => {
    return analyse({ source, flags }).reports.map(({ character, exponential, type }) => {
      const growth = exponential ? "exponentially" : "with the square of the length or faster";
      const how = type === "Move" ? "starts again at each place of" : "can divide in many ways";
      return `${place}: /${source}/${flags} ${how} a run of ${JSON.stringify(character.pick)}: its time grows ${growth}.`;
    });
  });
}
