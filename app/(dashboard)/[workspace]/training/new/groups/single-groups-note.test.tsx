// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { SingleGroupsNote } from "./single-groups-note";

afterEach(cleanup);

const draw = (groupCount: number, singleCount: number) =>
  render(
    <SingleGroupsNote slug="airline" figures={{ groupCount, singleCount, spreadCount: groupCount - singleCount }} />,
  );

it("says that groups of one have no signal, and links what trains on the same prompts", () => {
  const { container } = draw(20, 20);
  expect(container.textContent).toContain("20 groups of one: an advantage compares answers to the same prompt");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/airline/runs/new",
    "/airline/evaluations/new",
    "/airline/review",
  ]);
});

it("says nothing while a group can be compared, or without groups", () => {
  expect(draw(20, 19).container.textContent).toBe("");
  expect(draw(0, 0).container.textContent).toBe("");
});
