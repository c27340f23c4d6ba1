import { expect, it } from "vitest";
import { withLiterals } from "./sql-literals";

it("puts values into the text of a query, so that none of them ends its literal or is taken for another placeholder", () => {
  const sql = "SELECT {a:String}, {n:UInt64}, {l:Array(String)}, {none:String}, {f:Nullable(String)}";
  const params = { a: "it's {n:UInt64} \\", n: 18446744073709551615n, l: ["{a:String}", "b"], f: null };
  expect(withLiterals(sql, params)).toBe(
    "SELECT CAST('it\\x27s \\x7bn:UInt64\\x7d \\x5c' AS String), CAST(18446744073709551615 AS UInt64), " +
      "CAST(['\\x7ba:String\\x7d', 'b'] AS Array(String)), {none:String}, CAST(NULL AS Nullable(String))",
  );
});

it("takes nothing within quotes or comments for a placeholder", () => {
  const quoted = [
    "'{a:String}'",
    "'it\\'s {a:String}'",
    "'two'' {a:String}'",
    "`{a:String}`",
    '"{a:String}"',
    "/* ' {a:String} */",
    "-- ' {a:String}\n",
  ];
  for (const piece of quoted) {
    expect(withLiterals(`SELECT ${piece} {a:String}`, { a: "x" })).toBe(`SELECT ${piece} CAST('x' AS String)`);
  }
});

it("reads a text without its end in one pass", () => {
  const open = "/*'\"`\\".repeat(100_000);
  expect(withLiterals(open, {})).toBe(open);
});
