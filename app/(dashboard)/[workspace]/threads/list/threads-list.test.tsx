// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useMemo } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useThreadRows } from "@/components/thread/use-thread-rows";
import { useThreads } from "@/components/thread/use-threads";
import type { Sort } from "@/lib/table/sort";
import { threadsQuery } from "@/lib/thread/threads-query";
import { DEFAULT_SORT } from "@/lib/thread/threads-request";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, lines } from "@/test/setup/page-requests";
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

type ListProps = { text?: string; isPhone?: boolean; onClear?: () => void; onSort?: (sort: Sort) => void };

function List({ text = "", isPhone = true, onClear = vi.fn(), onSort = vi.fn() }: ListProps) {
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
      {...{ workspace: testWorkspace, list, rows, columns, range, query: text, problems: query.problems }}
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
  expect(screen.getByText(/^quick is not a duration.* No threads are shown until it is corrected\.$/)).toBeTruthy();
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
