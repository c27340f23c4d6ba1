// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { NoCallsMatch, TracesUnsupported } from "./calls-states";

afterEach(cleanPage);

function show(query: string) {
  const sent = answerRequests({ "calls.queryStats": () => json({ count: 7 }) });
  renderElementOnPage(<TracesUnsupported workspace={testWorkspace} query={query} onRetry={() => undefined} />);
  return sent;
}

describe("the counts of a service that cannot list calls", () => {
  it("apply the filter of the page, and say so", async () => {
    const sent = show("op:booking");
    await waitFor(() => expect(screen.getAllByText("7")).toHaveLength(4));
    expect(sent).toHaveLength(4);
    for (const { body } of sent) expect(JSON.stringify(body)).toContain("booking");
    expect(screen.getByText(/of the calls that match the filter above/)).toBeTruthy();
  });

  it("are of all calls without one", async () => {
    show("");
    await waitFor(() => expect(screen.getAllByText("7")).toHaveLength(4));
    expect(screen.queryByText(/that match the filter/)).toBeNull();
  });

  it("are not shown where a term of the filter cannot be sent", () => {
    const sent = show("latency:quick");
    expect(screen.getAllByText("–")).toHaveLength(4);
    expect(sent).toEqual([]);
  });
});

describe("a list that has no match", () => {
  const open = (filterCount: number, unfiltered: number | null) => {
    const [onClearFilters, onAllTime] = [vi.fn(), vi.fn()];
    renderElementOnPage(
      <NoCallsMatch
        filterCount={filterCount}
        unfiltered={unfiltered}
        rangeName="Last 24 hours"
        isFullTimeRange={false}
        onClearFilters={onClearFilters}
        onAllTime={onAllTime}
      />,
    );
    return { onClearFilters, onAllTime };
  };

  it("says how many calls there are without the filters", () => {
    const { onClearFilters } = open(2, 7);
    expect(screen.getByRole("heading", { name: "No calls match 2 filters" })).toBeTruthy();
    expect(screen.getByText(/Without them there would be 7\./)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
    expect(onClearFilters).toHaveBeenCalledOnce();
  });

  it("offers all time where the range alone has none", () => {
    const { onAllTime } = open(0, null);
    expect(screen.getByRole("heading", { name: "No calls in this range" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show all time" }));
    expect(onAllTime).toHaveBeenCalledOnce();
  });
});
