import { MAX_OPERANDS, type Operand, type TextMatch } from "@/lib/api/contract/expression";
import { Forbidden, InvalidRequest } from "@/service/http/errors";
import { type Comparison, compare, isAmong } from "./comparison";
import { convert } from "./conversion";
import type { FieldResolver } from "./fields";
import type { SqlParams } from "./sql-params";
import { fieldTerm, type Term, textOf } from "./term";

const DEEPEST = 100;

export interface CompiledCondition {
  /** A boolean, or NULL where a comparison with nothing decides: such a row is left out, also under `$not`. */
  readonly sql: string;
  /** The columns that the condition reads. */
  readonly columns: readonly string[];
}

export interface ExpressionContext {
  readonly resolve: FieldResolver;
  readonly params: SqlParams;
}

const COMPARISONS: Readonly<Record<string, Comparison>> = { $eq: "=", $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

/** A condition and those that it is one of: it holds where any of its alternatives does. */
export interface CompiledConjunct extends CompiledCondition {
  readonly alternatives: readonly { readonly operand: Operand; readonly columns: readonly string[] }[];
}

class Compiler {
  columns = new Set<string>();
  private operandCount = 0;

  constructor(private readonly context: ExpressionContext) {}

  /** SQL of an operand that decides whether a row is taken. */
  condition(operand: Operand, depth: number): string {
    const term = this.term(operand, depth);
    if (term.kind === "bool") return term.sql;
    if (term.kind === "literal" && typeof term.value === "boolean") return term.value ? "true" : "false";
    if (term.kind === "literal" && term.value === null) return "NULL";
    throw new Forbidden("An operand of $and, $or and $not must be a condition, not a value.");
  }

  conjunct({ operand, depth }: Nested): CompiledConjunct {
    const alternatives = nestedIn("$or", operand, depth).map((nested) => {
      this.columns = new Set();
      const sql = this.condition(nested.operand, nested.depth);
      return { operand: nested.operand, sql, columns: [...this.columns] };
    });
    return {
      sql: alternatives.map(({ sql }) => `(${sql})`).join(" OR "),
      columns: [...new Set(alternatives.flatMap(({ columns }) => columns))],
      alternatives,
    };
  }

  private term(operand: Operand, depth: number): Term {
    this.operandCount += 1;
    if (this.operandCount > MAX_OPERANDS)
      throw new InvalidRequest(`The query has more than ${MAX_OPERANDS} operands.`);
    if (depth > DEEPEST) throw new InvalidRequest(`The query is nested deeper than ${DEEPEST} levels.`);
    if ("$literal" in operand) return { kind: "literal", value: operand.$literal };
    if ("$getField" in operand) return this.field(operand.$getField);
    if ("$convert" in operand) return convert(this.term(operand.$convert.input, depth + 1), operand.$convert.to);
    return { kind: "bool", sql: this.operation(operand, depth + 1) };
  }

  private field(path: string): Term {
    const field = this.context.resolve(path, this.context.params);
    for (const column of field.columns) this.columns.add(column);
    return fieldTerm(field);
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
    throw new InvalidRequest(`Unknown operation ${Object.keys(operation).join(", ")}.`);
  }

  private joined(word: "AND" | "OR", operands: readonly Operand[], depth: number): string {
    if (operands.length === 0) throw new InvalidRequest(`Empty ${word} operation`);
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
    const [text, part] = this.texts(match, depth);
    return `${match.case_insensitive ? "positionCaseInsensitive" : "position"}(${text}, ${part}) > 0`;
  }

  /** Tokens are split at runs of characters that are neither letters nor digits. */
  private containsToken(match: TextMatch, depth: number): string {
    const fold = (text: string) => (match.case_insensitive ? `lower(${text})` : text);
    const [text, part] = this.texts(match, depth).map((sql) => `splitByNonAlpha(assumeNotNull(${fold(sql)}))`);
    return `notEmpty(${part}) AND hasAll(${text}, ${part})`;
  }
}

interface Nested {
  readonly operand: Operand;
  readonly depth: number;
}

/** What an operation joins, at any depth; an operand that is no such operation, or an empty one, by itself. */
function nestedIn(word: "$and" | "$or", operand: Operand, depth: number): Nested[] {
  const inside = (word in operand ? (operand as Readonly<Record<string, Operand[]>>)[word] : undefined) ?? [];
  if (inside.length === 0 || depth > DEEPEST) return [{ operand, depth }];
  return inside.flatMap((each) => nestedIn(word, each, depth + 1));
}

/**
 * Writes the SQL of a query expression. Names and values that a caller wrote become bound parameters or are looked up
 * by `resolve`; none of them becomes SQL.
 *
 * @throws InvalidRequest (400) for what has no meaning: an empty `$and`, types without a common one, too many operands.
 * @throws Forbidden (403) for a field that may not be addressed or a value where a condition must stand.
 */
export function compileCondition(operand: Operand, context: ExpressionContext): CompiledCondition {
  const compiler = new Compiler(context);
  const sql = compiler.condition(operand, 0);
  return { sql, columns: [...compiler.columns] };
}

/**
 * The conditions of which all must hold, each by itself.
 *
 * @throws as `compileCondition` does
 */
export function compileConjuncts(operand: Operand, context: ExpressionContext): CompiledConjunct[] {
  const compiler = new Compiler(context);
  return nestedIn("$and", operand, 0).map((nested) => compiler.conjunct(nested));
}
