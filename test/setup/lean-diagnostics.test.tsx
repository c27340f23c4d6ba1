// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

afterEach(cleanup);

it("shows the document in the error of a query that waited for nothing, and of one that did not wait", async () => {
  render(<p>What the page says</p>);
  await expect(screen.findByRole("button", {}, { timeout: 60 })).rejects.toThrow(/What the page says/);
  expect(() => screen.getByText("missing")).toThrow(/What the page says/);
});
