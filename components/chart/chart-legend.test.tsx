// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { ChartLegend } from "./chart-legend";

layOut();
afterEach(cleanup);

const series = ["chat", "turn", "search", "embed"].map((label) => ({ key: label, label, color: "red" }));

/** Lets the line of the legend have space for some of its children. */
function fitChildren(count: number): void {
  vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return index < count ? 0 : 32;
  });
}

it("names all series where they have space", () => {
  render(<ChartLegend label="Series" series={series} hidden={new Set()} onPress={vi.fn()} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "chat",
    "turn",
    "search",
    "embed",
  ]);
});

it("says how many series have no space, and isolates one of them from a menu", async () => {
  fitChildren(1);
  const onPress = vi.fn();
  render(<ChartLegend label="Series" series={series} hidden={new Set(["embed"])} onPress={onPress} />);
  expect(screen.getByText("turn").closest("button")?.className).toContain("invisible");
  const more = screen.getByRole("button", { name: "3 more: Series" });
  expect(more.textContent).toBe("+3");
  await userEvent.click(more);
  const items = await screen.findAllByRole("menuitemcheckbox");
  expect(items.map((item) => [item.textContent, item.getAttribute("aria-checked")])).toEqual([
    ["turn", "true"],
    ["search", "true"],
    ["embed", "false"],
  ]);
  await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "search" }));
  expect(onPress).toHaveBeenCalledExactlyOnceWith("search", false);
});
