// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerRequests } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EmptyWindow, NoThreads, NoThreadsMatch } from "./threads-states";

afterEach(cleanPage);

function openNoMatch(filters: readonly string[], isFullTimeRange = false) {
  const [onClearFilters, onAllTime] = [vi.fn(), vi.fn()];
  renderElementOnPage(
    <NoThreadsMatch
      filters={filters}
      loadedCount={1}
      rangeName="Last 24 hours"
      isFullTimeRange={isFullTimeRange}
      onClearFilters={onClearFilters}
      onAllTime={onAllTime}
    />,
  );
  return { onClearFilters, onAllTime };
}

describe("a list without threads", () => {
  it("names the filters that match nothing, and how many threads they were compared with", () => {
    const { onClearFilters } = openNoMatch(["p99:>1h"]);
    expect(screen.getByRole("heading", { name: "No threads match the filter" })).toBeTruthy();
    expect(screen.getByText("p99:>1h").closest("p")?.textContent).toBe("p99:>1h, in 1 loaded thread.");
    fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
    expect(onClearFilters).toHaveBeenCalledOnce();
  });

  it("offers all time where only the range has none", () => {
    const { onAllTime } = openNoMatch([]);
    expect(screen.getByRole("heading", { name: "No threads in this range" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show all time" }));
    expect(onAllTime).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
  });

  it("leads from a part behind the last thread to all threads", () => {
    const onAllThreads = vi.fn();
    renderElementOnPage(<EmptyWindow onAllThreads={onAllThreads} />);
    expect(screen.getByRole("heading", { name: "No threads in this part of the list" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show all threads" }));
    expect(onAllThreads).toHaveBeenCalledOnce();
  });

  it("shows a program of this project where there are none yet, and whether it waits", () => {
    answerRequests({});
    renderElementOnPage(<NoThreads workspace={testWorkspace} isListening />);
    expect(screen.getByRole("heading", { name: "No threads in airline yet" })).toBeTruthy();
    expect(document.body.textContent).toContain('weave.init("demo/airline")');
    expect(screen.getByText("Waiting for the first turn")).toBeTruthy();
  });
});
