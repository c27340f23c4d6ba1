// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import type { CallsFailuresResult } from "@/lib/api/contract/calls/call-failures";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { FailuresPane } from "./failures-pane";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/w/traces" }));

layOut();
afterEach(cleanPage);

const call = (id: string, at: string) => ({ id, trace_id: "t", started_at: `2024-11-20T${at}Z` });
const result: CallsFailuresResult = {
  call_count: 1000,
  error_count: 42,
  affected: [
    { field: "attributes.user", value_count: 120, failed_value_count: 30 },
    { field: "thread_id", value_count: 0, failed_value_count: 0 },
  ],
  failure_count: 1,
  failures: [
    {
      op: "search",
      pattern: "TimeoutError: … s",
      message: "TimeoutError: 10 s",
      call_count: 42,
      affected_counts: [30, 0],
      first: call("c1", "10:00:00"),
      last: call("c2", "11:00:00"),
    },
  ],
};
const paths = () =>
  json({
    facets: [
      { field: "attributes", value_count: 1, values: [{ value: "attributes.user", count: 9 }], sampled_calls: 9 },
    ],
  });

function open(answers: Answers, query = "status:error env", source: SourceSwitchProps | null = null) {
  const sent = answerRequests({ "calls.facets": paths, ...answers });
  const on = { onShowCalls: vi.fn(), onClearFilters: vi.fn(), onAllTime: vi.fn() };
  const shown = { workspace: testWorkspace, query, source, range: { kind: "all" } } as const;
  renderElementOnPage(<FailuresPane {...shown} {...on} />);
  return { sent, ...on };
}

it("shows the groups with the share of affected users, and lists the calls of one", async () => {
  const { sent, onShowCalls } = open({ "calls.failures": () => json(result) });
  const table = await screen.findByRole("table", { name: "Groups of failures" });
  expect(screen.getByRole("region", { name: "Failures" }).textContent).toContain("Affected users 30 of 120 (25%)");
  expect(within(table).queryByText("Threads")).toBeNull();
  expect(
    within(table)
      .getByLabelText(/^First call/)
      .getAttribute("href"),
  ).toBe("/airline/traces/c1");
  fireEvent.click(within(table).getByText("TimeoutError: … s"));
  expect(onShowCalls).toHaveBeenCalledExactlyOnceWith("env status:error op:search exception:~TimeoutError");
  expect(sent.find(({ operation }) => operation === "calls.failures")?.body).toMatchObject({
    affected: ["attributes.user", "thread_id"],
  });
});

it("shows when the calls of each group were, where the service counts that, and those that rise first", async () => {
  const group = result.failures.map((failure) => ({ ...failure, part_counts: [40, 2, 0, 0] }));
  const rising = group.map((failure) => ({ ...failure, op: "book", part_counts: [0, 0, 1, 9] }));
  const { sent } = open({ "calls.failures": () => json({ ...result, failures: [...group, ...rising] }) });
  const table = await screen.findByRole("table", { name: "Groups of failures" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .slice(1, 5)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ["book", "42", "", "9"],
    ["search", "42", "", "0"],
  ]);
  expect(table.querySelectorAll("path")).toHaveLength(2);
  expect(sent.find(({ operation }) => operation === "calls.failures")?.body.parts).toBe(24);
});

it("names the op below the exception on a phone, which has room for the last call alone", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  open({ "calls.failures": () => json(result) });
  const table = await screen.findByRole("table", { name: "Groups of failures" });
  const heads = within(table).getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual(["Exception", "Calls", "Users", "Last call"]);
  expect(within(table).getByText("search").closest("td")?.textContent).toBe("TimeoutError: … ssearch");
  expect(within(table).queryByLabelText(/^First call/)).toBeNull();
});

it("distinguishes a range without failures from one without calls", async () => {
  open({ "calls.failures": () => json({ ...result, error_count: 0, failures: [], failure_count: 0 }) });
  expect(await screen.findByText("None of 1,000 calls in this range failed.")).toBeTruthy();
  cleanPage();
  const { onClearFilters } = open({ "calls.failures": () => json({ ...result, call_count: 0, error_count: 0 }) });
  fireEvent.click(await screen.findByRole("button", { name: "Clear all" }));
  expect(onClearFilters).toHaveBeenCalledOnce();
});

it("says which term of the filter cannot be asked, and requests nothing", () => {
  const { sent, onClearFilters } = open({ "calls.failures": () => json(result) }, "status:broken op:search");
  expect(screen.getByText(/^no status named broken.* No failures are shown until it is corrected\.$/)).toBeTruthy();
  expect(sent.map(({ operation }) => operation)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(onClearFilters).toHaveBeenCalledOnce();
});

it("says when the service failed, and when it has no such operation", async () => {
  let isBroken = true;
  open({ "calls.failures": () => (isBroken ? failed("upstream") : json(result)) });
  const retry = await screen.findByRole("button", { name: "Retry" });
  isBroken = false;
  fireEvent.click(retry);
  expect(await screen.findByRole("table", { name: "Groups of failures" })).toBeTruthy();
  cleanPage();
  open({ "calls.failures": () => failed("unsupported") });
  expect(await screen.findByText("This connection does not support groups of failures")).toBeTruthy();
});

it("counts users by the account that logged calls where attribute paths cannot be read", async () => {
  const { sent } = open({ "calls.facets": () => failed("upstream"), "calls.failures": () => json(result) });
  await screen.findByRole("table", { name: "Groups of failures" });
  expect(sent.find(({ operation }) => operation === "calls.failures")?.body.affected[0]).toBe("svc_user_id");
});

it("groups failures of the chosen source, and names the others where it has none", async () => {
  const { result: figures } = callStatsOperations["calls.stats"].example;
  const [anyValue] = figures.groups[0]?.values ?? [];
  const values = [{ ...anyValue, value: "evaluation", call_count: 5 }];
  const { sent } = open(
    {
      "calls.failures": () => json({ ...result, call_count: 0, error_count: 0, failure_count: 0, failures: [] }),
      "calls.stats": () => json({ ...figures, groups: [{ by: "source", value_count: 1, values, other: null }] }),
    },
    "",
    {
      connectionId: "local",
      choice: "production",
      onChange: vi.fn(),
      isByFilter: false,
      callsNow: () => ({ project_id: "demo/airline", filter: {}, after: null, before: null }),
    },
  );
  expect(await screen.findByRole("button", { name: "Evaluations 5" })).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "calls.failures")?.body.query).toEqual({
    $expr: { $eq: [{ $getField: "source" }, { $literal: "production" }] },
  });
});
