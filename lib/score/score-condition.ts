import type { Operand } from "@/lib/api/contract/query/query-expression";
import { parseNumber } from "@/lib/filter/quantity-value";
import type { Term } from "@/lib/filter/query-text";

/** The condition of a term, or the reason why there is none. */
export type ScoreCondition = { readonly operand: Operand } | { readonly problem: string };

/**
 * Compiles a term about a score, such as `score.reward:>0.5`. Numbers are compared as numbers, everything else as text.
 * A missing score matches no comparison, negated or not; `score.reward:*` finds the calls that have one.
 */
export function scoreCondition(term: Term, field: string): ScoreCondition {
  const score: Operand = { $getField: field };
  if (term.isPresence) return { operand: { $not: [{ $eq: [score, { $literal: null }] }] } };
  const operands: Operand[] = [];
  for (const value of term.values) {
    const number = parseNumber(value);
    if (term.operator === "~") {
      operands.push({ $contains: { input: score, substr: { $literal: value }, case_insensitive: true } });
    } else if (term.operator === "=") {
      operands.push({ $eq: [score, { $literal: number ?? value }] });
    } else if (number === null) {
      return { problem: `${field}: ${term.operator} compares numbers, and ${value} is not a number` };
    } else operands.push(ordered(term.operator, score, { $literal: number }));
  }
  const [first] = operands;
  return { operand: operands.length === 1 && first ? first : { $or: operands } };
}

function ordered(operator: ">" | ">=" | "<" | "<=", score: Operand, value: Operand): Operand {
  switch (operator) {
    case ">":
      return { $gt: [score, value] };
    case ">=":
      return { $gte: [score, value] };
    case "<":
      return { $lt: [score, value] };
    case "<=":
      return { $lte: [score, value] };
  }
}
