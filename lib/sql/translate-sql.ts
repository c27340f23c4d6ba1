import type { ReadView } from "./read-view";
import type { SqlParameters } from "./sql-parameter";
import { type SqlView, sqlView, unknownViewText } from "./sql-views";
import { TokenCursor } from "./token-cursor";
import { SelectTranslator } from "./translate-select";

/** What a text asks for: rows of a query, the names of the views, or the columns of one. */
export type SqlStatement =
  | { readonly kind: "query"; readonly sql: string; readonly views: readonly ReadView[]; readonly readsCosts: boolean }
  | { readonly kind: "views" }
  | { readonly kind: "columns"; readonly view: SqlView };

/**
 * Translates a query into the SQL that the engine runs. Nothing of the text reaches the engine as it is: words are those of
 * this grammar, functions and types are named in lists, names and texts are encoded, and a view is a placeholder, such as
 * `{view:0}`, that its query replaces. A text of the caller contains no brace.
 * @throws SqlProblem for anything else, with its place
 */
export function translateSql(text: string, parameters: SqlParameters): SqlStatement {
  const cursor = new TokenCursor(text);
  const statement = listing(cursor) ?? query(cursor, parameters);
  cursor.takeSign(";");
  if (cursor.peek().kind !== "end") {
    throw cursor.isSign(";") || cursor.last().text === ";"
      ? cursor.problem("Only one query at a time")
      : cursor.unexpected("the end of the query");
  }
  return statement;
}

function query(cursor: TokenCursor, parameters: SqlParameters): SqlStatement {
  if (!["select", "with"].some((word) => cursor.isWord(word)) && !cursor.isSign("(")) {
    throw cursor.unexpected("SELECT, WITH, SHOW TABLES or DESCRIBE");
  }
  const translator = new SelectTranslator(cursor, parameters);
  const sql = translator.query();
  return { kind: "query", sql, views: translator.views, readsCosts: translator.readsCosts };
}

/** SHOW TABLES and DESCRIBE calls, which need no engine. */
function listing(cursor: TokenCursor): SqlStatement | null {
  if (cursor.takeWords("show", "tables")) return { kind: "views" };
  if (!cursor.takeWords("describe") && !cursor.takeWords("desc")) return null;
  cursor.takeWords("table");
  const token = cursor.take();
  const view = sqlView(token.text);
  if (view === undefined) throw cursor.problem(unknownViewText(token.text), token);
  return { kind: "columns", view };
}
