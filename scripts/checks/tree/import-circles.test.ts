import { expect, test } from "vitest";
import { fileCircles, folderCircles, roomCircles } from "./import-circles";

const imports = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" > ");
    return { from, to };
  });

test("finds no cycle in imports that go one way", () => {
  expect(folderCircles(imports("a/x.ts > b/y.ts", "a/x.ts > c/z.ts", "b/y.ts > c/z.ts", "a/x.ts > a/w.ts"))).toEqual(
    [],
  );
});

test("reports a cycle of three folders once, with the imports that close it", () => {
  const [circle, ...others] = folderCircles(imports("a/x.ts > b/y.ts", "b/y.ts > c/z.ts", "c/z.ts > a/w.ts"));
  expect(others).toEqual([]);
  expect(circle).toContain("a → b → c → a");
  expect(circle).toContain("c/z.ts imports a/w.ts");
});

test("finds a cycle between a folder and its subfolder", () => {
  expect(folderCircles(imports("a/x.ts > a/b/y.ts", "a/b/z.ts > a/w.ts"))).toHaveLength(1);
  expect(folderCircles(imports("a/x.ts > a/b/y.ts"))).toEqual([]);
});

test("reports two cycles that share no folder as two problems", () => {
  expect(
    folderCircles(imports("a/x.ts > b/y.ts", "b/y.ts > a/x.ts", "c/x.ts > d/y.ts", "d/y.ts > c/x.ts")),
  ).toHaveLength(2);
});

test("counts many imports of one kind instead of listing them", () => {
  const many = ["1", "2", "3", "4", "5"].map((name) => `a/${name}.ts > b/y.ts`);
  expect(folderCircles(imports(...many, "b/y.ts > a/1.ts"))[0]).toContain("and 2 more");
});

test("finds a cycle between two files of one folder", () => {
  const pair = imports("a/button.ts > a/dialog.ts", "a/dialog.ts > a/button.ts");
  expect(folderCircles(pair)).toEqual([]);
  expect(fileCircles(pair)).toEqual([expect.stringContaining("a/button.ts → a/dialog.ts → a/button.ts")]);
});

test("finds a cycle between rooms that no two of their folders have", () => {
  const rooms = imports("lib/api/client/a.ts > lib/failure/b.ts", "lib/failure/text/c.ts > lib/api/contract/d.ts");
  expect(folderCircles(rooms)).toEqual([]);
  expect(roomCircles(rooms)).toEqual([expect.stringContaining("lib/api → lib/failure → lib/api")]);
});

test("takes the dashboard's server for rooms of its own", () => {
  const rooms = imports("lib/api/server/relay/a.ts > lib/auth/b.ts", "lib/auth/c.ts > lib/api/contract/d.ts");
  expect(roomCircles(rooms)).toEqual([]);
});
