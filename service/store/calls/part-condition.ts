import type { Operand } from "@/lib/api/contract/query/query-expression";

/** Fields that calls without an end have too. */
const ALWAYS_PRESENT_FIELDS: ReadonlySet<string> = new Set(["summary.weave.status"]);

/**
 * True when a condition is never met where its fields have no value: a matching call then has a part with that value.
 * `false` decides nothing.
 */
export function needsValue(operand: Operand): boolean {
  if ("$and" in operand) return operand.$and.some(needsValue);
  if ("$or" in operand) return operand.$or.length > 0 && operand.$or.every(needsValue);
  if ("$contains" in operand) return isEmptyWithoutValue(operand.$contains.input) && isText(operand.$contains.substr);
  if ("$containsToken" in operand) {
    return isEmptyWithoutValue(operand.$containsToken.input) && isText(operand.$containsToken.substr);
  }
  if ("$in" in operand) {
    const [needle, haystack] = operand.$in;
    return haystack.length > 0 && haystack.every((value) => excludesMissing(needle, value));
  }
  if ("$eq" in operand) return excludesMissing(...operand.$eq);
  if ("$gt" in operand) return isNumber(operand.$gt);
  if ("$gte" in operand) return isNumber(operand.$gte);
  if ("$lt" in operand) return isNumber(operand.$lt);
  if ("$lte" in operand) return isNumber(operand.$lte);
  return false;
}

/** True for a field, or a number read from one, that is null or empty where there is no value. */
function isEmptyWithoutValue(operand: Operand): boolean {
  if ("$getField" in operand) return !ALWAYS_PRESENT_FIELDS.has(operand.$getField);
  if (!("$convert" in operand)) return false;
  const { input, to } = operand.$convert;
  return (to === "double" || to === "int") && "$getField" in input && !ALWAYS_PRESENT_FIELDS.has(input.$getField);
}

function isText(operand: Operand): boolean {
  return "$literal" in operand && typeof operand.$literal === "string" && operand.$literal !== "";
}

/** A missing value is neither less nor greater than any number. */
function isNumber([left, right]: readonly [Operand, Operand]): boolean {
  return isEmptyWithoutValue(left) && "$literal" in right && typeof right.$literal === "number";
}

function excludesMissing(field: Operand, value: Operand): boolean {
  if (!("$literal" in value) || value.$literal === null || value.$literal === "") return false;
  if ("$getField" in field && field.$getField === "summary.weave.status") return value.$literal !== "running";
  return isEmptyWithoutValue(field);
}
