// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { TracesUnsupported } from "./calls-states";

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
