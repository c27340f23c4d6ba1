import { analyse } from "scslre";
import type { ExpressionLiteral } from "./expression-literals";
import { repeatedBeginning } from "./repeated-beginning";

/**
 * Returns the expressions whose time grows faster than the text that they look at, as sentences: parts that can share a
 * run of one character in many ways, and expressions without a fixed place that look at such a run, or at a repetition of
 * their own beginning, from each of its places.
 */
export function slowExpressions(literals: readonly ExpressionLiteral[]): string[] {
  return literals.flatMap((literal) => {
    const { place, source, flags } = literal;
    const runs = analyse({ source, flags }).reports.map(({ character, exponential, type }) => {
      const growth = exponential ? "exponentially" : "with the square of the length or faster";
      const how = type === "Move" ? "starts again at each place of" : "can divide in many ways";
      return `${place}: /${source}/${flags} ${how} a run of ${JSON.stringify(character.pick)}: its time grows ${growth}.`;
    });
    const text = runs.length > 0 ? null : repeatedBeginning(literal);
    if (text === null) return runs;
    return [`${place}: /${source}/${flags} reads repetitions of ${JSON.stringify(text)} to the end from each of them.`];
  });
}
