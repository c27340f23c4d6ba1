/** The words of the grammar, in small letters. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  "select distinct from where group by having order limit offset with as and or not in between like ilike is null true false case when then else end asc desc join left right full inner cross any all using on union except intersect over partition rows range interval cast array qualify window show tables describe nulls first last".split(
    " ",
  ),
);
