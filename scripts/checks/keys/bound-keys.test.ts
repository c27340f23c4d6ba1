import { expect, it } from "vitest";
import { keyCalls } from "./bound-keys";

it.each([
  ['useKeys("list", { j: () => move(1), k });', ["j", "k"]],
  ['useKeys("list", {\n  // Moves.\n  "Shift+n": step,\n  "1-8": ({ key }) => choose(key),\n});', ["Shift+n", "1-8"]],
  ['useKeys(\n  "list",\n  isOn ? { "[": older } : { "]": newer },\n);', ["[", "]"]],
  ['useKeys("list", { "Mod+\\\\": fold });', ["Mod+\\"]],
  ['useKeys("list", { s: () => change({ a: null, b: [1, { c: 2 }] }), t });', ["s", "t"]],
  [`useKeys("list", { p: () => find(\`a[b="\${id}"]\`), "0": () => { x(", y: {"); } });`, ["p", "0"]],
  [`useKeys("list", Object.fromEntries(pages.map((page) => [\`g \${page.key}\`, open])));`, ["g *"]],
  ['useKeys("list", {});\nuse({ q: 1 });', []],
])("reads the keys of %s", (source, names) => {
  expect(keyCalls(source)).toEqual([{ group: "list", names }]);
});

it("finds every call in a source and detects calls that hide their group", () => {
  const source = 'useKeys("list", { j: down });\nuseKeys("trace", { n: next });\nuseKeys(group, { k: up });';
  expect(keyCalls(source).map(({ group }) => group)).toEqual(["list", "trace", null]);
});
