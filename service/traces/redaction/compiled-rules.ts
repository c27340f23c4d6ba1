import { createHmac } from "node:crypto";
import type { RE2JS } from "re2js";
import { REDACTION_PLACES, type RedactionPlace, type RedactionRule } from "@/lib/api/contract/admin/redaction";
import { compileExpression } from "./compile-expression";

/** Hexadecimal digits of a hash: 64 bits, so that different values of a project practically never share one. */
const HASH_DIGITS = 16;

/** Replaces a value: `[removed: NAME]` or `[hashed: NAME 5b1f0c9d2e7a4c31]`. */
export interface RuleMark {
  readonly rule: string;
  readonly of: (value: string) => string;
}

interface KeyRule {
  /** Names joined with dots, after a dot, in lower case: `.user.email`. */
  readonly suffix: string;
  readonly mark: RuleMark;
}

export interface ExpressionRule {
  readonly expression: RE2JS;
  readonly mark: RuleMark;
}

/** The rules that act on one place. */
export class PlaceRules {
  readonly #keys = new Map<string, KeyRule[]>();
  readonly expressions: readonly ExpressionRule[];
  /** Finds what a rule has put in the place of a value, which stays as it is. */
  readonly marks: RegExp;

  constructor(keys: readonly KeyRule[], expressions: readonly ExpressionRule[], marks: RegExp) {
    for (const key of keys) {
      const last = key.suffix.slice(key.suffix.lastIndexOf(".") + 1);
      this.#keys.set(last, [...(this.#keys.get(last) ?? []), key]);
    }
    this.expressions = expressions;
    this.marks = marks;
  }

  /** Returns what replaces the value of a member, or null. @param path the names that lead to it, in lower case */
  markOf(path: readonly string[]): RuleMark | null {
    // A name may contain dots itself, as in the attributes of spans.
    const name = path.at(-1) ?? "";
    const candidates = this.#keys.get(name.slice(name.lastIndexOf(".") + 1));
    if (candidates === undefined) return null;
    const whole = `.${path.join(".")}`;
    return candidates.find(({ suffix }) => whole.endsWith(suffix))?.mark ?? null;
  }
}

/** The rules of a project that are switched on, by place. */
export interface CompiledRules {
  readonly places: ReadonlyMap<RedactionPlace, PlaceRules>;
  /**
   * The rules for a span as it was sent. It contains what is also in the other places, under names of its own: there
   * each rule acts everywhere, and of a path only the last name counts.
   */
  readonly span: PlaceRules | null;
}

/**
 * Compiles the rules of a project. The rules of feedback alone do not act on spans.
 *
 * @param secret the project's key for hashes; null when it cannot be read, and values are then removed instead
 * @throws ExpressionError for an expression that was not checked
 */
export function compileRules(rules: readonly RedactionRule[], secret: Buffer | null): CompiledRules {
  const marks = marksOf(rules);
  const compiled = rules
    .filter((rule) => rule.is_enabled)
    .map((rule) => ({
      rule,
      mark: markOf(rule, secret),
      expression: rule.kind === "expression" ? compileExpression(rule.pattern) : null,
    }));
  const rulesFor = (places: readonly RedactionPlace[], isLastNameEnough: boolean): PlaceRules | null => {
    const acting = compiled.filter(({ rule }) => rule.places.some((place) => places.includes(place)));
    if (acting.length === 0) return null;
    const keys = acting.flatMap(({ rule, mark, expression }): KeyRule[] => {
      const key = rule.pattern.toLowerCase();
      const suffix = `.${isLastNameEnough ? key.slice(key.lastIndexOf(".") + 1) : key}`;
      return expression === null ? [{ suffix, mark }] : [];
    });
    const expressions = acting.flatMap(({ expression, mark }) => (expression === null ? [] : [{ expression, mark }]));
    return new PlaceRules(keys, expressions, marks);
  };
  const places = new Map<RedactionPlace, PlaceRules>();
  for (const place of REDACTION_PLACES) {
    const found = rulesFor([place], false);
    if (found !== null) places.set(place, found);
  }
  const ofCalls = REDACTION_PLACES.filter((place) => place !== "feedback");
  return { places, span: rulesFor(ofCalls, true) };
}

function markOf({ name, action }: RedactionRule, secret: Buffer | null): RuleMark {
  if (action === "remove" || secret === null) return { rule: name, of: () => `[removed: ${name}]` };
  const hash = (value: string) => createHmac("sha256", secret).update(value).digest("hex").slice(0, HASH_DIGITS);
  return { rule: name, of: (value) => `[hashed: ${name} ${hash(value)}]` };
}

function marksOf(rules: readonly RedactionRule[]): RegExp {
  const names = rules.map(({ name }) => name.replaceAll(".", "\\.")).join("|");
  return new RegExp(`\\[(?:removed: (?:${names})|hashed: (?:${names}) [0-9a-f]{${HASH_DIGITS}})\\]`, "gu");
}
