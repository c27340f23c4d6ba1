import type { TokenCursor } from "./token-cursor";

/** What a FROM reads in the query that it is in. */
export interface JoinHost {
  readonly expression: () => string;
  readonly table: () => string;
  readonly alias: () => string | null;
  readonly name: () => string;
}

const SIDES = ["inner", "left", "right", "full", "cross"] as const;
const KINDS = ["any", "all", "asof", "semi", "anti", "outer"] as const;

/** Translates what follows FROM. */
export function translateJoins(cursor: TokenCursor, host: JoinHost): string {
  let sql = host.table();
  for (;;) {
    if (cursor.takeSign(",")) sql += `, ${host.table()}`;
    else if (cursor.takeWords("array", "join")) sql += ` ARRAY JOIN ${lists(cursor, host)}`;
    else if (cursor.takeWords("left", "array", "join")) sql += ` LEFT ARRAY JOIN ${lists(cursor, host)}`;
    else {
      const join = joinWords(cursor);
      if (join === null) return sql;
      sql += ` ${join} ${host.table()}${condition(cursor, host)}`;
    }
  }
}

function lists(cursor: TokenCursor, { expression, alias }: JoinHost): string {
  const items = cursor.list(() => {
    const value = expression();
    const name = alias();
    return name === null ? value : `${value} AS ${name}`;
  });
  return items.join(", ");
}

/** Takes the words of a join, such as LEFT ANY JOIN; null where none follows. */
function joinWords(cursor: TokenCursor): string | null {
  const words: string[] = [];
  let word: string | undefined;
  do {
    word = [...SIDES, ...KINDS].find((each) => cursor.takeWords(each));
    if (word !== undefined) words.push(word.toUpperCase());
  } while (word !== undefined);
  if (words.length === 0 && !cursor.isWord("join")) return null;
  cursor.expectWord("join");
  return [...words, "JOIN"].join(" ");
}

function condition(cursor: TokenCursor, { expression, name }: JoinHost): string {
  if (cursor.takeWords("on")) return ` ON ${expression()}`;
  if (!cursor.takeWords("using")) return "";
  const isOpen = cursor.takeSign("(");
  const names = cursor.list(name);
  if (isOpen) cursor.expectSign(")");
  return ` USING (${names.join(", ")})`;
}
