import { expect, it } from "vitest";
import { descendantsOf } from "./descendants";

const links = [
  { id: "root", parentId: null },
  { id: "a", parentId: "root" },
  { id: "b", parentId: "a" },
  { id: "c", parentId: "root" },
  { id: "x", parentId: "y" },
  { id: "y", parentId: "x" },
];

it("finds children and their children, and nothing else", () => {
  expect([...descendantsOf(links, "root")].sort()).toEqual(["a", "b", "c"]);
  expect(descendantsOf(links, "a")).toEqual(["b"]);
  expect(descendantsOf(links, "c")).toEqual([]);
});

it("ends in a cycle of parents", () => {
  expect(descendantsOf(links, "x")).toEqual(["y"]);
});
