// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { NoMatch } from "./no-match";

afterEach(cleanup);

it.each([
  ["Last 24 h", "last 24 h"],
  ["27 Nov 09:00 to 27 Nov 11:30", "27 Nov 09:00 to 27 Nov 11:30"],
])("names the range %s within a sentence", (rangeName, shown) => {
  const actions = { onClearFilters: vi.fn(), onAllTime: vi.fn() };
  render(<NoMatch things="calls" filterCount={0} rangeName={rangeName} isFullTimeRange={false} {...actions} />);
  expect(screen.getByText(shown)).toBeDefined();
});
