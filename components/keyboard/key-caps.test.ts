import { expect, test } from "vitest";
import { keyCaps } from "./key-caps";
import { keyGroups } from "./key-table";

test.each([
  [["j"], ["J"]],
  [
    ["j", "k"],
    ["J", "K"],
  ],
  [["Mod+k"], ["⌘", "K"]],
  [["Mod+\\"], ["⌘", "\\"]],
  [["Mod++"], ["⌘", "+"]],
  [["+"], ["+"]],
  [["?"], ["?"]],
  [["Space"], ["Space"]],
  [["Escape"], ["Esc"]],
  [["Enter"], ["↵"]],
  [["Mod+Shift+Enter"], ["⌘", "⇧", "↵"]],
  [
    ["#", "Delete"],
    ["#", "Del"],
  ],
  [
    ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
    ["↑", "↓", "←", "→"],
  ],
])("the caps of %j are %j", (names, caps) => {
  expect(keyCaps(names)).toEqual(caps);
});

test("keys in sequence stand side by side", () => {
  expect(keyCaps(["g t"])).toEqual(["G", "T"]);
});

test("a range shows its ends", () => {
  expect(keyCaps(["1-8"])).toEqual(["1", "…", "8"]);
});

test("modifiers that all keys share are shown once", () => {
  expect(keyCaps(["Shift+ArrowLeft", "Shift+ArrowRight"])).toEqual(["⇧", "←", "→"]);
});

test("modifiers that differ are shown with each key", () => {
  expect(keyCaps(["n", "Shift+n"])).toEqual(["N", "⇧", "N"]);
});

test("every key of the table has caps of at most five characters", () => {
  const caps = keyGroups("/").flatMap(({ rows }) => rows.flatMap(({ keys }) => keyCaps(keys)));
  expect(caps.filter((cap) => cap === "" || cap.length > 5)).toEqual([]);
});
