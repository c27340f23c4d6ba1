// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Menu, MenuItem } from "./menu";
import { type PressedProps, pressedLater } from "./pressed-later";

const load = vi.fn(async () => Actions);

function Actions(props: PressedProps) {
  return (
    <Menu label="Actions" {...props}>
      <MenuItem>Rename</MenuItem>
    </Menu>
  );
}

const OpenedActions = pressedLater<PressedProps>("menu", load);

beforeEach(() => {
  load.mockReset().mockImplementation(async () => Actions);
});

afterEach(cleanup);

const draw = () => render(<OpenedActions trigger={<button type="button">More</button>} />);

it("loads nothing before its button is reached", () => {
  draw();
  expect(screen.getByRole("button", { name: "More" }).getAttribute("aria-haspopup")).toBe("menu");
  expect(load).not.toHaveBeenCalled();
});

it("opens with the first press", async () => {
  draw();
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect(await screen.findByRole("menuitem", { name: "Rename" })).toBeDefined();
});

it.each(["{Enter}", "{ArrowDown}"])("opens with %s, and returns the focus when it closes", async (key) => {
  draw();
  await userEvent.tab();
  await userEvent.keyboard(key);
  expect(await screen.findByRole("menu")).toBeDefined();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement?.textContent).toBe("More");
});

it("tries again with the next press when its code did not load", async () => {
  load.mockRejectedValue(new Error("offline"));
  draw();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(screen.queryByRole("menu")).toBeNull();
  load.mockResolvedValue(Actions);
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(await screen.findByRole("menuitem", { name: "Rename" })).toBeDefined();
});
