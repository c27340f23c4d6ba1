import { jsonDepth } from "@/lib/api/contract/scalars/json-text";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import type { DiscoveredField } from "./field-discovery";
import { expressionOf, formOf, literalForm, STRING, sourceForm, type ValueForm } from "./row-form";

/** Maximum number of forms: trying them costs less than parsing a row. */
const MAX_FORMS = 8;

/** Number of forms that are always learned, since the first rows of a table differ most. */
const MIN_LEARNED_FORMS = 16;

/** Number of matched rows for each further form: compiling an expression takes as long as parsing 700 rows. */
const MIN_SAVED_ROWS = 2000;

/** Number of rows without a match, beyond those with one, after which all forms are dropped. */
const MIN_TRIED_ROWS = 1000;

/** Longer rows are parsed, since an expression needs memory for each position at which it may continue. */
const MAX_ROW_BYTES = 64 * 1024;

/** Rows with deeper nesting are parsed, since a form is built by recursion. */
const MAX_NESTING = 32;

/** Digits of a row number, which a double holds exactly. */
const ROW_NUMBER = "(0|[1-9]\\d{0,14})";

/** A row that has the form of an earlier one. */
export interface FormedRow {
  /** Position after its line break. */
  readonly end: number;
  /** Digits of its `original_index`; undefined when it has none. */
  readonly rowNumber: string | undefined;
}

/**
 * The forms of the rows of a table. A form is the members of a row with the kinds of their values, as an expression
 * that matches the text of every row of the same form. Such a row is complete JSON and has no new field, so it does not
 * need parsing, which takes most of the time of reading.
 */
export class RowForms {
  readonly #forms: RegExp[] = [];
  #learnedCount = 0;
  #savedCount = 0;
  #missedCount = 0;

  /** Returns the row whose line begins at a position of a text if it has a known form, otherwise null. */
  match(text: string, start: number, byteLength: number): FormedRow | null {
    if (byteLength > MAX_ROW_BYTES) return null;
    for (const [index, form] of this.#forms.entries()) {
      form.lastIndex = start;
      const match = form.exec(text);
      if (match === null) continue;
      this.#savedCount += 1;
      if (index > 0) this.#forms.unshift(...this.#forms.splice(index, 1));
      return { end: form.lastIndex, rowNumber: match[1] };
    }
    this.#missedCount += 1;
    // Rows that rarely share a form are not compared with any.
    if (this.#missedCount > MIN_TRIED_ROWS + this.#savedCount) this.#forms.length = 0;
    return null;
  }

  /** Returns true if the form of a row that matched none should be learned. */
  isLearning(line: string): boolean {
    if (line.length > MAX_ROW_BYTES || this.#learnedCount >= MIN_LEARNED_FORMS + this.#savedCount / MIN_SAVED_ROWS) {
      return false;
    }
    return jsonDepth(line) <= MAX_NESTING;
  }

  /**
   * Learns the form of a row, which replaces the least recently matched one.
   *
   * @param row as parsed with the digits of its numbers
   * @param fields of this row and all earlier ones
   */
  learn(row: TableRow, line: string, fields: DiscoveredField): void {
    this.#learnedCount += 1;
    const source = rowExpression(row, fields);
    if (source === null) return;
    const form = new RegExp(`${source}\\n`, "y");
    // A text that writes the same values differently, for example with a duplicate member, has no form.
    if (!form.test(`${line}\n`)) return;
    this.#forms.unshift(form);
    this.#forms.splice(MAX_FORMS);
  }
}

/** Returns the expression of a row's form; null when there is none. */
function rowExpression(row: TableRow, fields: DiscoveredField): string | null {
  const members = Object.entries(row).map(([key, value]) => [key, memberForm(key, value, fields)] as const);
  return expressionOf({ kind: "object", members: new Map(members), scalars: [] });
}

function memberForm(key: string, value: unknown, fields: DiscoveredField): ValueForm {
  if (key === "digest") return sourceForm(STRING);
  if (key === "original_index") return typeof value === "number" ? sourceForm(ROW_NUMBER) : literalForm(value);
  return formOf(value, key === "val" ? fields : null);
}
