// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DurationCell, PreviewCell } from "./cells";

afterEach(cleanup);

it.each([
  [0, [0, 0]],
  [0, [0, 5000]],
  [40, [0, 5000]],
  [5000, [0, 5000]],
] as const)("draws %d ms in a column of %j with a bar of a real width", (durationMs, domain) => {
  const { container } = render(<DurationCell durationMs={durationMs} domain={domain} />);
  expect(container.innerHTML).not.toContain("NaN");
  const widths = [...container.querySelectorAll<HTMLElement>("[style]")].map((node) =>
    Number.parseFloat(node.style.width),
  );
  expect(widths.every((width) => width >= 2 && width <= 40)).toBe(true);
});

it("marks a text that is from a call below", () => {
  const { rerender } = render(<PreviewCell text="Weather?" isJson={false} />);
  expect(screen.queryByLabelText("from below")).toBeNull();
  rerender(<PreviewCell text="Weather?" isJson={false} isFromBelow />);
  expect(screen.getByLabelText("from below").parentElement?.title).toMatch(/^From a call below this one/);
  expect(screen.getByText("Weather?")).toBeDefined();
});
