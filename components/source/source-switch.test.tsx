// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { NoCallsOfSource } from "./no-calls-of-source";
import { SourceSwitch } from "./source-switch";

afterEach(cleanPage);

const { result } = callStatsOperations["calls.stats"].example;
const [anyValue] = result.groups[0]?.values ?? [];
const callsNow = () => ({ project_id: "demo/airline", filter: {}, after: null, before: null });

/** Calls by source, as a service counts them. */
const counted = (counts: Record<string, number>) => {
  const values = Object.entries(counts).map(([value, call_count]) => ({ ...anyValue, value, call_count }));
  return json({ ...result, groups: [{ by: "source", value_count: values.length, values, other: null }] });
};

const draw = (isByFilter = false) => {
  const onChange = vi.fn();
  renderElementOnPage(
    <SourceSwitch {...{ connectionId: "local", choice: "production", onChange, isByFilter, callsNow }} />,
  );
  return onChange;
};

const openMenu = () =>
  fireEvent.keyDown(screen.getByRole("button", { name: "Calls from: Production" }), { key: "Enter" });

it("names the sources that calls have with their numbers, and changes the choice", async () => {
  const sent = answerRequests({ "calls.stats": () => counted({ training: 3012, production: 88 }) });
  const onChange = draw();
  expect(sent).toEqual([]);
  openMenu();
  await waitFor(() =>
    expect(screen.getAllByRole("menuitemradio").map(({ textContent }) => textContent)).toEqual([
      "All sources3,100",
      "Production88",
      "Training3,012",
    ]),
  );
  expect(sent.map(({ body }) => body)).toEqual([{ ...callsNow(), groups: [{ by: "source", limit: 6 }] }]);
  fireEvent.click(screen.getByRole("menuitemradio", { name: /^Training/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("training");
});

it("names what it counts where the page lists other things", async () => {
  answerRequests({ "calls.stats": () => counted({ production: 1 }) });
  const shown = { connectionId: "local", choice: "production", onChange: vi.fn(), isByFilter: false } as const;
  renderElementOnPage(<SourceSwitch {...shown} callsNow={callsNow} unit="call" />);
  openMenu();
  await waitFor(() =>
    expect(screen.getByRole("menuitemradio", { name: /^Production/ }).textContent).toBe("Production1 call"),
  );
});

it("says of numbers that could not be counted that they were not", async () => {
  answerRequests({ "calls.stats": () => failed("upstream") });
  draw();
  openMenu();
  await waitFor(() =>
    expect(screen.getByRole("menuitemradio", { name: /^Production/ }).textContent).toBe("Productionnot counted"),
  );
});

it("says that a filter with a source decides", () => {
  draw(true);
  expect(screen.getByRole("button").textContent).toBe("Source by filter");
});

const drawNoCalls = () => {
  const onChange = vi.fn();
  renderElementOnPage(
    <NoCallsOfSource {...{ connectionId: "local", choice: "production", onChange, callsNow }} loading="Counting">
      No calls at all
    </NoCallsOfSource>,
  );
  return onChange;
};

it.each([
  ["no other source has any", () => counted({})],
  ["they cannot be counted", () => failed("upstream")],
])("leaves the state to the page where %s", async (_, answer) => {
  answerRequests({ "calls.stats": answer });
  drawNoCalls();
  expect(await screen.findByText("No calls at all")).toBeTruthy();
});

it("names the sources of calls where none is of the chosen one", async () => {
  answerRequests({ "calls.stats": () => counted({ evaluation: 312 }) });
  const onChange = drawNoCalls();
  expect(screen.getByText("Counting")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Evaluations 312" }));
  fireEvent.click(screen.getByRole("button", { name: "All sources" }));
  expect(onChange.mock.calls).toEqual([["evaluation"], ["all"]]);
});
