/** What a piece of SQL text is. */
export type SqlTokenKind = "word" | "quoted" | "number" | "string" | "parameter" | "sign" | "end";

/** A piece of SQL text. */
export interface SqlToken {
  readonly kind: SqlTokenKind;
  /** The text that a string or a quoted name stands for; the name of a parameter; otherwise as written. */
  readonly text: string;
  /** The type that a parameter names, `{name:Type}`; null elsewhere. */
  readonly type: string | null;
  /** Where it begins and ends in the text. */
  readonly at: number;
  readonly end: number;
}
