// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "./menu";

afterEach(cleanup);

const rename = vi.fn();

const draw = () =>
  render(
    <Menu label="Actions" trigger={<button type="button">More</button>}>
      <MenuLabel>Call</MenuLabel>
      <MenuItem onSelect={rename}>Rename</MenuItem>
      <MenuSeparator />
      <MenuItem disabled>Delete</MenuItem>
    </Menu>,
  );

const button = () => screen.getByRole("button", { name: "More" });

it("opens with the first press and closes with the next", async () => {
  draw();
  expect(button().getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(button());
  const menu = await screen.findByRole("menu", { name: "More" });
  expect(button().getAttribute("aria-controls")).toBe(menu.id);
  expect(screen.getByRole("menuitem", { name: "Delete" }).getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button());
  expect(screen.queryByRole("menu")).toBeNull();
});

it.each(["{Enter}", " ", "{ArrowDown}"])(
  "opens with the key %s on its first item, and returns the focus",
  async (key) => {
    draw();
    await userEvent.tab();
    await userEvent.keyboard(key);
    await screen.findByRole("menu");
    await expect.poll(() => document.activeElement).toBe(screen.getByRole("menuitem", { name: "Rename" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button()));
  },
);

it("does what was chosen, and closes", async () => {
  draw();
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
  expect(rename).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
});

it("leaves the focus where the chosen action has put it", async () => {
  render(
    <>
      <input aria-label="Name" />
      <Menu label="Actions" trigger={<button type="button">More</button>}>
        <MenuItem onSelect={() => setTimeout(() => screen.getByRole("textbox").focus())}>Rename</MenuItem>
      </Menu>
    </>,
  );
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
  // What the menu does when it has closed comes after this.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

it("closes when something else is pressed", async () => {
  draw();
  await userEvent.click(button());
  await screen.findByRole("menu");
  await userEvent.click(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
});
