// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { Popover, PopoverClose } from "./popover";

afterEach(cleanup);

const draw = () =>
  render(
    <Popover label="Time range" trigger={<button type="button">Last day</button>}>
      <input aria-label="From" />
      <PopoverClose>Done</PopoverClose>
    </Popover>,
  );

const button = () => screen.getByRole("button", { name: "Last day" });

it("opens with the first press, with the focus inside, and closes with the next", async () => {
  draw();
  await userEvent.click(button());
  const panel = await screen.findByRole("dialog", { name: "Time range" });
  expect(button().getAttribute("aria-controls")).toBe(panel.id);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("From"));
  await userEvent.click(button());
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("returns the focus to its button when it is closed", async () => {
  draw();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

it("closes with Escape, and when something else is pressed", async () => {
  draw();
  await userEvent.click(button());
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(button());
  await screen.findByRole("dialog");
  await userEvent.click(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
});
