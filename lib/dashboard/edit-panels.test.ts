import { expect, it } from "vitest";
import { MAX_PANELS } from "@/lib/api/contract/app/panel-rules";
import { panelsOf, resized, withCopy, withMoved, withNewPanel, withoutPanel } from "./edit-panels";

const panels = panelsOf([{ title: "a" }, { title: "b" }, { title: "c" }]);
const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title).join("");

it("moves a panel to a position, and to an end where the position is beyond it", () => {
  expect(titles(withMoved(panels, "p1", 1))).toBe("bac");
  expect(titles(withMoved(panels, "p3", 0))).toBe("cab");
  expect(titles(withMoved(panels, "p1", 9))).toBe("bca");
  expect(titles(withMoved(panels, "p1", -1))).toBe("abc");
  expect(withMoved(panels, "unknown", 1)).toBe(panels);
});

it("gives a new panel and a copy ids that no other panel has, also after one was deleted", () => {
  const without = withoutPanel(panels, "p1");
  const added = withNewPanel(without, { title: "d" });
  const copied = withCopy(added.panels, "p2");
  expect(titles(copied.panels)).toBe("bbcd");
  expect(new Set(copied.panels.map(({ id }) => id)).size).toBe(4);
  expect(copied.panels[1]?.id).toBe(copied.id);
});

it("adds nothing to a full dashboard", () => {
  const full = panelsOf(Array.from({ length: MAX_PANELS }, () => ({})));
  expect(withNewPanel(full, {})).toEqual({ panels: full, id: null });
  expect(withCopy(full, "p1")).toEqual({ panels: full, id: null });
});

it("ends resizing at the smallest and the largest size", () => {
  expect([resized("S", -1), resized("S", 1), resized("M", 1), resized("L", 1)]).toEqual(["S", "M", "L", "L"]);
});
