import { isNameAlone, sqlName } from "./quote-sql";
import type { ReadView } from "./read-view";
import { SqlNames } from "./sql-names";
import type { SqlParameters } from "./sql-parameter";
import type { SqlToken } from "./sql-token";
import { sqlView, unknownViewText } from "./sql-views";
import { boundsIn } from "./time-bounds";
import type { TokenCursor } from "./token-cursor";
import { type ExpressionHost, isReserved, translateConditions, translateExpression } from "./translate-expression";
import { translateJoins } from "./translate-joins";
import { translateOrder, translateWindow } from "./translate-window";

const REFUSED: Readonly<Record<string, string>> = {
  settings: "A query has no settings; its limits are part of the request",
  format: "A query has no format; the page and the command export results",
  into: "A query writes no file; the page and the command export results",
  prewhere: "Use WHERE: the engine decides what it reads first",
  sample: "SAMPLE is not offered",
  final: "FINAL is not needed: a view has each row once",
};

/** Translates queries, each with the names that its WITH and those around it declare. */
export class SelectTranslator {
  /** True once a column was named, or all columns were asked for, that may be a cost. */
  readsCosts = false;
  /** The views that the query reads, in the order of their placeholders. */
  readonly views: ReadView[] = [];
  readonly #cursor: TokenCursor;
  readonly #host: ExpressionHost;
  readonly #names = new SqlNames();

  constructor(cursor: TokenCursor, parameters: SqlParameters) {
    this.#cursor = cursor;
    this.#host = {
      cursor,
      parameters,
      names: this.#names,
      query: () => this.query(),
      onName: (name) => {
        if (name === "cost_usd") this.readsCosts = true;
      },
    };
  }

  /** Translates a query with its unions. */
  query(): string {
    return this.#cursor.nested(() => this.#names.within(() => this.#query()));
  }

  #query(): string {
    const declared = this.#cursor.takeWords("with") ? `WITH ${this.#declarations()} ` : "";
    let sql = this.#branch();
    while (["union", "except", "intersect"].some((word) => this.#cursor.isWord(word))) {
      sql += ` ${this.#setOperator()} ${this.#branch()}`;
    }
    return `${declared}${sql}`;
  }

  #setOperator(): string {
    const cursor = this.#cursor;
    const word = cursor.take().text.toUpperCase();
    const kind = ["all", "distinct"].find((each) => cursor.takeWords(each))?.toUpperCase();
    if (word === "UNION" && kind === undefined) throw cursor.unexpected("UNION ALL or UNION DISTINCT");
    return kind === undefined ? word : `${word} ${kind}`;
  }

  #branch(): string {
    const cursor = this.#cursor;
    if (!cursor.takeSign("(")) return this.#select();
    const sql = this.query();
    cursor.expectSign(")");
    return `(${sql})`;
  }

  #declarations(): string {
    const cursor = this.#cursor;
    if (cursor.isWord("recursive")) throw cursor.problem("WITH RECURSIVE is not offered");
    const items = cursor.list(() => {
      const isName = ["word", "quoted"].includes(cursor.peek().kind);
      if (!isName || !cursor.isWord("as", 1) || !cursor.isSign("(", 2)) {
        const value = this.#expression();
        cursor.expectWord("as");
        this.#name();
        return `${value} AS ${this.#names.declare("value", cursor.last().text)}`;
      }
      const name = cursor.take().text;
      cursor.take();
      cursor.take();
      const sql = this.query();
      cursor.expectSign(")");
      return `${this.#names.declare("table", name)} AS (${sql})`;
    });
    return items.join(", ");
  }

  #select(): string {
    const cursor = this.#cursor;
    cursor.expectWord("select");
    const parts = [
      `SELECT ${cursor.takeWords("distinct") ? "DISTINCT " : ""}${cursor.list(() => this.#item()).join(", ")}`,
    ];
    const read = this.views.length;
    const isAlone = cursor.takeWords("from") && this.#from(parts);
    if (cursor.takeWords("where")) {
      const { sql, parts: conditions } = translateConditions(this.#host);
      parts.push(`WHERE ${sql}`);
      const view = isAlone ? this.views[read] : undefined;
      if (view !== undefined) this.views[read] = { ...view, bounds: boundsIn(conditions, view.alias) };
    }
    if (cursor.takeWords("group", "by")) parts.push(this.#groups());
    if (cursor.takeWords("having")) parts.push(`HAVING ${this.#expression()}`);
    if (cursor.takeWords("window")) parts.push(`WINDOW ${cursor.list(() => this.#window()).join(", ")}`);
    if (cursor.takeWords("qualify")) parts.push(`QUALIFY ${this.#expression()}`);
    if (cursor.takeWords("order", "by")) {
      parts.push(
        cursor.takeWords("all") ? "ORDER BY ALL" : `ORDER BY ${translateOrder(cursor, () => this.#expression())}`,
      );
    }
    while (cursor.isWord("limit") || cursor.isWord("offset")) parts.push(this.#limit());
    const refused = REFUSED[cursor.peek().text.toLowerCase()];
    if (refused !== undefined && cursor.peek().kind === "word") throw cursor.problem(refused);
    return parts.join(" ");
  }

  /** Reads what follows FROM. True where it reads one view alone. */
  #from(parts: string[]): boolean {
    let tables = 0;
    let last = "";
    const table = () => {
      tables += 1;
      last = this.#table();
      return last;
    };
    parts.push(`FROM ${translateJoins(this.#cursor, { ...this.#joinHost(), table })}`);
    return tables === 1 && last.startsWith("({view:");
  }

  #joinHost() {
    return {
      expression: () => this.#expression(),
      alias: () => this.#alias(),
      name: () => this.#name(),
    };
  }

  #expression(): string {
    return translateExpression(this.#host);
  }

  /** A name that the query gives something. */
  #name(): string {
    const { kind, text } = this.#cursor.peek();
    if (kind !== "quoted" && (kind !== "word" || isReserved(text))) throw this.#cursor.unexpected("a name");
    return sqlName(this.#cursor.take().text);
  }

  /** The name after AS, or that stands alone behind a value; null without one. */
  #alias(): string | null {
    const cursor = this.#cursor;
    if (cursor.takeWords("as")) return this.#name();
    const { kind, text } = cursor.peek();
    const isName =
      kind === "quoted" || (kind === "word" && !isReserved(text) && REFUSED[text.toLowerCase()] === undefined);
    return isName ? this.#name() : null;
  }

  /** A column of the result. One without a name is called by its text. */
  #item(): string {
    const cursor = this.#cursor;
    const first = cursor.peek();
    const star = this.#star();
    if (star !== null) return star;
    const value = this.#expression();
    const alias = this.#alias();
    if (alias !== null) return `${value} AS ${alias}`;
    const isColumn = isNameAlone(value) && !value.startsWith("`with_");
    return isColumn ? value : `${value} AS ${sqlName(textBetween(cursor, first))}`;
  }

  #star(): string | null {
    const cursor = this.#cursor;
    let of = "";
    if (["word", "quoted"].includes(cursor.peek().kind) && cursor.isSign(".", 1) && cursor.isSign("*", 2)) {
      of = `${sqlName(cursor.take().text)}.`;
      cursor.take();
    } else if (!cursor.isSign("*")) return null;
    cursor.take();
    this.readsCosts = true;
    if (!cursor.isWord("except") || !cursor.isSign("(", 1)) return `${of}*`;
    cursor.take();
    cursor.take();
    const names = cursor.list(() => this.#name());
    cursor.expectSign(")");
    return `${of}* EXCEPT (${names.join(", ")})`;
  }

  /** A view, a query of WITH, or a query in parentheses, each with its name. */
  #table(): string {
    const cursor = this.#cursor;
    if (cursor.takeSign("(")) {
      const sql = this.query();
      cursor.expectSign(")");
      const alias = this.#alias();
      return alias === null ? `(${sql})` : `(${sql}) AS ${alias}`;
    }
    const token = cursor.take();
    if (token.kind !== "word" && token.kind !== "quoted")
      throw cursor.problem(`Expected a view, not ${token.text}`, token);
    if (cursor.isSign("(")) throw cursor.problem(`There are no table functions: ${token.text} is not a view`, token);
    if (cursor.isSign(".")) throw cursor.problem("A view is named without a database", token);
    const declared = this.#names.find("table", token.text);
    const view = declared === null ? sqlView(token.text) : undefined;
    if (declared === null && view === undefined) throw cursor.problem(unknownViewText(token.text), token);
    const alias = this.#alias() ?? sqlName(token.text);
    if (view === undefined) return `${declared} AS ${alias}`;
    const placeholder = `{view:${this.views.length}}`;
    this.views.push({ name: view.name, alias, placeholder, bounds: [] });
    return `(${placeholder}) AS ${alias}`;
  }

  #groups(): string {
    const cursor = this.#cursor;
    if (cursor.takeWords("all")) return "GROUP BY ALL";
    const rolled = ["rollup", "cube"].find((word) => cursor.isWord(word) && cursor.isSign("(", 1));
    if (rolled !== undefined) throw cursor.problem(`Write GROUP BY … WITH ${rolled.toUpperCase()}`);
    const sql = `GROUP BY ${cursor.list(() => this.#expression()).join(", ")}`;
    if (cursor.takeWords("with", "rollup")) return `${sql} WITH ROLLUP`;
    if (cursor.takeWords("with", "cube")) return `${sql} WITH CUBE`;
    return sql;
  }

  #window(): string {
    const name = this.#name();
    this.#cursor.expectWord("as");
    return `${name} AS ${translateWindow(this.#cursor, () => this.#expression())}`;
  }

  #limit(): string {
    const cursor = this.#cursor;
    if (cursor.takeWords("offset")) return `OFFSET ${this.#count()}`;
    cursor.take();
    const counts = cursor.list(() => this.#count());
    const offset = cursor.takeWords("offset") ? ` OFFSET ${this.#count()}` : "";
    const by = cursor.takeWords("by") ? ` BY ${cursor.list(() => this.#expression()).join(", ")}` : "";
    return `LIMIT ${counts.slice(0, 2).join(", ")}${offset}${by}`;
  }

  #count(): string {
    const { kind, text } = this.#cursor.peek();
    if (kind === "parameter") return this.#expression();
    if (kind !== "number" || !/^\d+$/.test(text)) throw this.#cursor.unexpected("a whole number");
    return this.#cursor.take().text;
  }
}

const MAX_HEADING = 100;

/** What was written from a token up to the last that was read, with single spaces. */
function textBetween(cursor: TokenCursor, first: SqlToken): string {
  return cursor.textFrom(first).replace(/\s+/g, " ").slice(0, MAX_HEADING);
}
