import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { compileExpression, ExpressionError } from "./compile-expression";

/** @throws ValidationError with the place of each expression that cannot be used */
export function requireExpressions(rules: readonly RedactionRule[]): void {
  const detail = rules.flatMap((rule, at): ValidationItem[] => {
    if (rule.kind !== "expression") return [];
    try {
      compileExpression(rule.pattern);
      return [];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [{ loc: ["body", "rules", String(at), "pattern"], msg: error.message, type: "value_error" }];
    }
  });
  if (detail.length > 0) throw new ValidationError(detail);
}
