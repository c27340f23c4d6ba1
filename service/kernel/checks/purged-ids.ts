import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";

const MAX_IDS = 10_000;

/**
 * Returns the ids that a purge names. Its query may be `id = x`, `id in [...]` or several `id = x` joined by `$or`, and
 * nothing else: a wider condition could delete more than intended.
 *
 * @throws InvalidRequestError for any other query
 */
export function purgedIds(query: QueryExpression): string[] {
  const expression = query.$expr;
  const ids = "$or" in expression ? expression.$or.map(idOfEquality) : idsOf(expression);
  if (ids.length === 0) refuse();
  if (ids.length > MAX_IDS) throw new InvalidRequestError(`A purge can name at most ${MAX_IDS} ids.`);
  return [...new Set(ids)];
}

function idsOf(expression: Operand): string[] {
  if (!("$in" in expression)) return [idOfEquality(expression)];
  const [field, values] = expression.$in;
  return isIdField(field) ? values.map(textLiteral) : refuse();
}

function idOfEquality(operand: Operand): string {
  if (!("$eq" in operand)) return refuse();
  const [field, value] = operand.$eq;
  return isIdField(field) ? textLiteral(value) : refuse();
}

function isIdField(operand: Operand): boolean {
  return "$getField" in operand && operand.$getField === "id";
}

function textLiteral(operand: Operand): string {
  return "$literal" in operand && typeof operand.$literal === "string" ? operand.$literal : refuse();
}

function refuse(): never {
  throw new InvalidRequestError("A purge must name ids: $eq of id, $in of id, or $or of such $eq.");
}
