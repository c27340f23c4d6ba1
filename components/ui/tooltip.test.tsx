// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { Tooltip, TooltipProvider } from "./tooltip";

afterEach(cleanup);

const draw = (hasFirst = true) => (
  <TooltipProvider delayDuration={20}>
    {hasFirst ? (
      <Tooltip text="Copy link" keys={["⇧", "C"]}>
        <button type="button">Link</button>
      </Tooltip>
    ) : null}
    <Tooltip text="Switch theme">
      <button type="button">Theme</button>
    </Tooltip>
  </TooltipProvider>
);

const button = (name: string) => screen.getByRole("button", { name });

it("describes a control on which the pointer rests, with its keys", async () => {
  render(draw());
  expect(screen.queryByRole("tooltip")).toBeNull();
  await userEvent.hover(button("Link"));
  const tooltip = await screen.findByRole("tooltip");
  expect(tooltip.textContent).toBe("Copy link⇧C");
  await waitFor(() => expect(button("Link").getAttribute("aria-describedby")).toBe(tooltip.id));
});

it("describes a control with the focus, one at a time", async () => {
  render(draw());
  await userEvent.tab();
  expect((await screen.findByRole("tooltip")).textContent).toContain("Copy link");
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole("tooltip").textContent).toBe("Switch theme"));
  expect(button("Link").hasAttribute("aria-describedby")).toBe(false);
});

it("closes with Escape, and when the control is pressed", async () => {
  render(draw());
  await userEvent.tab();
  await screen.findByRole("tooltip");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await userEvent.hover(button("Theme"));
  await screen.findByRole("tooltip");
  await userEvent.click(button("Theme"));
  expect(screen.queryByRole("tooltip")).toBeNull();
});

it("stays while the pointer is on it, and closes when the pointer leaves", async () => {
  render(draw());
  const user = userEvent.setup();
  await user.hover(button("Link"));
  await user.hover(await screen.findByRole("tooltip"));
  expect(screen.getByRole("tooltip")).toBeDefined();
  await user.unhover(screen.getByRole("tooltip"));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

it("closes with its control", async () => {
  const { rerender } = render(draw());
  await userEvent.tab();
  await screen.findByRole("tooltip");
  rerender(draw(false));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});
