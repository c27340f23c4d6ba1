// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

afterEach(cleanup);

it("finds an element by its role exactly while its styles show it, also when only they change", () => {
  render(
    <div data-testid="outer">
      <button type="button">Save</button>
    </div>,
  );
  const isFound = () => screen.queryByRole("button", { name: "Save" }) !== null;
  const outer = screen.getByTestId("outer");
  expect(isFound()).toBe(true);
  outer.style.display = "none";
  expect(isFound()).toBe(false);
  outer.style.display = "";
  expect(isFound()).toBe(true);
  const sheet = document.createElement("style");
  sheet.textContent = ".away { display: none }";
  document.head.append(sheet);
  outer.className = "away";
  expect(isFound()).toBe(false);
  sheet.remove();
  expect(isFound()).toBe(true);
});
