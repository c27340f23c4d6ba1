// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useMemo } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { ThreadsSource } from "@/app/(dashboard)/[workspace]/threads/source/threads-source";
import { useThreadRows } from "@/components/thread/use-thread-rows";
import { useThreads } from "@/components/thread/use-threads";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import type { Sort } from "@/lib/table/sort";
import { threadsQuery } from "@/lib/thread/threads-query";
import { DEFAULT_SORT } from "@/lib/thread/threads-request";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadsList } from "./threads-list";
import { useThreadsColumns } from "./use-threads-columns";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), usePathname: () => "/airline/threads" }));

layOut({ inside: { width: 390, height: 700 } });
afterEach(cleanPage);

const none = { threads: [], selected: new Set<string>(), toggle: vi.fn(), toggleAll: vi.fn() };

const range = { kind: "all" } as const;
const window = { from: 0, limit: null };
const shown = { hasRoom: true, scores: [], commonScores: [] };

const ofProduction = { workspace: testWorkspace, range, choice: "production", isByFilter: false } as const;

type ListProps = {
  text?: string;
  source?: ThreadsSource | null;
  isPhone?: boolean;
  onClear?: () => void;
  onSort?: (sort: Sort) => void;
};

function List({ text = "", source = null, isPhone = true, onClear = vi.fn(), onSort = vi.fn() }: ListProps) {
  const query = useMemo(() => threadsQuery(text), [text]);
  const list = useThreads({
    workspace: testWorkspace,
    threadIds: null,
    range,
    sort: DEFAULT_SORT,
    window,
    isLive: false,
  });
  const rows = useThreadRows(testWorkspace, list.threads, query);
  const columns = useThreadsColumns(rows.scale, { ...rows, ...shown });
  return (
    <ThreadsList
      {...{ workspace: testWorkspace, list, rows, columns, range, query: text, source, problems: query.problems }}
      {...{ isPhone, sort: DEFAULT_SORT, selectedId: null, cursorIndex: -1, isLive: false }}
      selection={none as never}
      onSort={onSort}
      onOpen={vi.fn()}
      onClearFilters={onClear}
      onAllThreads={vi.fn()}
      onAllTime={vi.fn()}
    />
  );
}

it("says why a filter cannot be asked, which is not that no thread matches", async () => {
  answerRequests({ "threads.streamQuery": () => lines([{ thread_id: "a", turn_count: 1 }]) });
  const onClear = vi.fn();
  renderElementOnPage(<List text="p99:quick" onClear={onClear} />);
  expect(
    await screen.findByText(/^quick is not a duration.* No threads are shown until it is corrected\.$/),
  ).toBeTruthy();
  expect(screen.queryByText(/No threads match/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(onClear).toHaveBeenCalledOnce();
});

it("sorts and hides a column by the menu in its header", async () => {
  answerRequests({ "threads.streamQuery": () => lines([{ thread_id: "a", turn_count: 1 }]) });
  const onSort = vi.fn();
  renderElementOnPage(<List isPhone={false} onSort={onSort} />);
  const choose = async (action: string) => {
    fireEvent.keyDown(await screen.findByRole("button", { name: "About column Turns" }), { key: "Enter" });
    fireEvent.click(await screen.findByRole("menuitem", { name: action }));
  };
  await choose("Smallest first");
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ field: "turn_count", direction: "asc" });
  await choose("Hide");
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /Turns/ })).toBeNull());
  expect(screen.getByRole("columnheader", { name: /Thread/ })).toBeTruthy();
});

it("names the sources of calls in threads where no turn is of the chosen one", async () => {
  const { result } = callStatsOperations["calls.stats"].example;
  const [anyValue] = result.groups[0]?.values ?? [];
  const values = [{ ...anyValue, value: "training", call_count: 3012 }];
  answerRequests({
    "threads.streamQuery": ({ body }) => lines(body.limit === 1 ? [{ thread_id: "a", turn_count: 1 }] : []),
    "calls.stats": () => json({ ...result, groups: [{ by: "source", value_count: 1, values, other: null }] }),
  });
  const onChange = vi.fn();
  renderElementOnPage(<List source={{ ...ofProduction, onChange }} />);
  expect(await screen.findByText("No threads from production here")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Training 3,012 calls" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("training");
});

it("offers all sources where a filter finds no thread of the chosen one", async () => {
  answerRequests({ "threads.streamQuery": () => lines([]) });
  const onChange = vi.fn();
  renderElementOnPage(<List text="status:error" source={{ ...ofProduction, onChange }} />);
  fireEvent.click(await screen.findByRole("button", { name: "All sources" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("all");
});
