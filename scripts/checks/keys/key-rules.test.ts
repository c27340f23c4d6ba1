import { expect, it } from "vitest";
import { strayListeners, unboundKeys } from "./key-rules";

const file = (text: string) => [{ path: "app/rows/use-row-keys.ts", text }];

const table = {
  list: {
    title: "List",
    rows: [
      { keys: ["j", "k"], label: "Move" },
      { keys: ["Home"], label: "Go to the first", isLocal: true },
    ],
  },
  goTo: { title: "Go to", rows: [{ keys: ["g t"], label: "Traces" }] },
} as const;

const GO_TO = `useKeys("goTo", Object.fromEntries(pages.map((page) => [\`g \${page.goKey}\`, open])));`;

it("passes when every key that is not local is bound in its group", () => {
  expect(unboundKeys(file(`useKeys("list", { j: down, k: up });\n${GO_TO}`), table)).toEqual([]);
});

it("refuses a key of the table that nothing binds", () => {
  expect(unboundKeys(file(`useKeys("list", { j: down });\n${GO_TO}`), table)).toEqual([
    expect.stringContaining("k of the key group list"),
  ]);
});

it("refuses a key that only another group binds", () => {
  const source = 'useKeys("list", { j: down });\nuseKeys("goTo", { k: up, "g t": open });';
  expect(unboundKeys(file(source), table)).toEqual([expect.stringContaining("k of the key group list")]);
});

it("refuses a call that does not name its group", () => {
  const source = `useKeys("list", { j: down, k: up });\nuseKeys(group, keys);\n${GO_TO}`;
  expect(unboundKeys(file(source), table)).toEqual([expect.stringContaining("app/rows/use-row-keys.ts calls useKeys")]);
});

it.each([
  'window.addEventListener("keydown", listen);',
  'document.addEventListener(\n  "keyup",\n  listen,\n);',
  'addEventListener("keypress", listen, { capture: true });',
  "window.onkeydown = listen;",
])("refuses %s", (text) => {
  expect(strayListeners(file(text))).toHaveLength(1);
});

it.each([
  "<div onKeyDown={(event) => move(event.key)} />",
  'window.addEventListener("storage", listen);',
  'useKeys("list", { j: down });',
])("allows %s", (text) => {
  expect(strayListeners(file(text))).toEqual([]);
});
