// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { RawText } from "./raw-text";

afterEach(cleanup);

it("numbers the lines of a text and changes nothing in them", () => {
  const text = "### Flights\n\n- **HAT083** `12:30` <b>x</b>\n  1. indented";
  const { container } = render(<RawText text={text} />);
  const lines = [...container.querySelectorAll("span:not([aria-hidden]):not(span span)")];
  expect(lines.map(({ textContent }) => textContent)).toEqual(text.split("\n").map((line) => line || " "));
  expect([...container.querySelectorAll("[aria-hidden]")].map(({ textContent }) => textContent)).toEqual([
    "1",
    "2",
    "3",
    "4",
  ]);
});

it("shows a long text in steps, to its end", async () => {
  const text = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}.`).join("\n");
  const { container } = render(<RawText text={text} />);
  expect(container.textContent).not.toContain("line 21.");
  await userEvent.click(screen.getByRole("button", { name: "more lines" }));
  expect(container.textContent).toContain("line 250.");
  await userEvent.click(screen.getByRole("button", { name: /^Show all/ }));
  await userEvent.click(screen.getByRole("button", { name: /more characters$/ }));
  expect(container.textContent).toContain("5000line 5000.");
  expect(screen.queryByRole("button")).toBeNull();
});
