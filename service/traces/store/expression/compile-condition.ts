import { MAX_OPERANDS, type Operand, type TextMatch } from "@/lib/api/contract/query/query-expression";
import { ForbiddenError, InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { type ComparisonOperator, compare, isAmong } from "./comparison-operator";
import { convert } from "./conversion";
import type { FieldResolver } from "./fields";
import { mayContain } from "./path-prefilter";
import { fieldTerm, type SqlTerm, textOf } from "./sql-term";
import { containsSql } from "./text-search";

const MAX_DEPTH = 100;

export interface CompiledCondition {
  /** A boolean, or NULL where a comparison with a missing value decides: such a row is excluded, also under `$not`. */
  readonly sql: string;
}

export interface ExpressionContext {
  readonly resolve: FieldResolver;
  readonly params: SqlParams;
}

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  $eq: "=",
  $gt: ">",
  $gte: ">=",
  $lt: "<",
  $lte: "<=",
};

class Compiler {
  private operandCount = 0;

  constructor(private readonly context: ExpressionContext) {}

  /** Returns SQL of an operand that decides whether a row is included. */
  condition(operand: Operand, depth: number): string {
    const term = this.term(operand, depth);
    if (term.kind === "bool") return term.sql;
    if (term.kind === "literal" && typeof term.value === "boolean") return term.value ? "true" : "false";
    if (term.kind === "literal" && term.value === null) return "NULL";
    throw new ForbiddenError("An operand of $and, $or and $not must be a condition, not a value.");
  }

  private term(operand: Operand, depth: number): SqlTerm {
    this.operandCount += 1;
    if (this.operandCount > MAX_OPERANDS)
      throw new InvalidRequestError(`The query has more than ${MAX_OPERANDS} operands.`);
    if (depth > MAX_DEPTH) throw new InvalidRequestError(`The query is nested deeper than ${MAX_DEPTH} levels.`);
    if ("$literal" in operand) return { kind: "literal", value: operand.$literal };
    if ("$getField" in operand) return this.field(operand.$getField);
    if ("$convert" in operand) return convert(this.term(operand.$convert.input, depth + 1), operand.$convert.to);
    return { kind: "bool", sql: this.operation(operand, depth + 1) };
  }

  private field(path: string): SqlTerm {
    return fieldTerm(this.context.resolve(path, this.context.params));
  }

  private operation(operation: Operand, depth: number): string {
    if ("$and" in operation) return this.joined("AND", operation.$and, depth);
    if ("$or" in operation) return this.joined("OR", operation.$or, depth);
    if ("$not" in operation) return `NOT (${this.condition(operation.$not[0], depth)})`;
    if ("$in" in operation) return this.membership(operation.$in, depth);
    if ("$contains" in operation) return this.contains(operation.$contains, depth);
    if ("$containsToken" in operation) return this.containsToken(operation.$containsToken, depth);
    for (const [name, [left, right]] of Object.entries(operation) as [string, [Operand, Operand]][]) {
      const comparison = COMPARISONS[name];
      if (comparison) return compare(comparison, this.term(left, depth), this.term(right, depth), this.context.params);
    }
    throw new InvalidRequestError(`Unknown operation ${Object.keys(operation).join(", ")}.`);
  }

  private joined(word: "AND" | "OR", operands: readonly Operand[], depth: number): string {
    if (operands.length === 0) throw new InvalidRequestError(`Empty ${word} operation`);
    return operands.map((operand) => `(${this.condition(operand, depth)})`).join(` ${word} `);
  }

  private membership([needle, haystack]: [Operand, Operand[]], depth: number): string {
    const term = this.term(needle, depth);
    return isAmong(
      term,
      haystack.map((operand) => this.term(operand, depth)),
      this.context.params,
    );
  }

  private texts({ input, substr }: TextMatch, depth: number): [string, string] {
    const [text, part] = [this.term(input, depth), this.term(substr, depth)];
    return [textOf(text, this.context.params), textOf(part, this.context.params)];
  }

  private contains(match: TextMatch, depth: number): string {
    const { params } = this.context;
    const [input, substr] = [this.term(match.input, depth), this.term(match.substr, depth)];
    const ignoresCase = match.case_insensitive === true;
    const foundIn = (text: string) => {
      if (substr.kind === "literal" && typeof substr.value === "string") {
        return containsSql(text, { substr: substr.value, isJson: input.kind === "json", ignoresCase }, params);
      }
      return `${ignoresCase ? "positionCaseInsensitive" : "position"}(${text}, ${textOf(substr, params)}) > 0`;
    };
    const isOfPath = input.kind === "json" && substr.kind === "literal" && typeof substr.value === "string";
    const prefilter = isOfPath ? mayContain(input.path, substr.value, params, ignoresCase) : null;
    const isDecided = input.kind === "json" && input.path.decide && substr.kind === "literal";
    const found = isDecided ? input.path.decide(({ text }) => foundIn(text)) : foundIn(textOf(input, params));
    return prefilter === null ? found : `${prefilter} AND ${found}`;
  }

  /** Tokens are separated by runs of characters that are neither letters nor digits. */
  private containsToken(match: TextMatch, depth: number): string {
    const fold = (text: string) => (match.case_insensitive ? `lower(${text})` : text);
    const [text, part] = this.texts(match, depth).map((sql) => `splitByNonAlpha(assumeNotNull(${fold(sql)}))`);
    return `notEmpty(${part}) AND hasAll(${text}, ${part})`;
  }
}

/**
 * Compiles a query expression to SQL. Names and values that a caller wrote become bound parameters or are looked up by
 * `resolve`; none of them becomes SQL.
 *
 * @throws InvalidRequestError (400) for invalid expressions: an empty `$and`, types without a common type, too many
 * operands.
 * @throws ForbiddenError (403) for a field that may not be used or a value where a condition is required.
 */
export function compileCondition(operand: Operand, context: ExpressionContext): CompiledCondition {
  return { sql: new Compiler(context).condition(operand, 0) };
}
