// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { takeCarried } from "@/lib/address/carried-rows";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { TablesView } from "./tables-view";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/tables",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1400, height: 600 }, drawn: { width: 1400, height: 600 } });
afterEach(cleanPage);
afterEach(() => push.mockReset());

const DIGEST = "0123456789abcdef0123456789abcdef0123456789a";

const ROWS = [
  { user: "mia", ok: true, note: "first" },
  { user: "raj", ok: true },
  { user: "mia", ok: false, note: "last" },
].map((val, original_index) => ({ digest: `r${original_index}`, val, original_index }));

const person = { id: "p", name: "Ines", email: "ines@example.org", role: "member" };

/** The rows that a request asks for, in their order. */
const stored: Answers[string] = ({ body }) => {
  const digests: readonly string[] | undefined = body.filter?.row_digests;
  const found = ROWS.filter(({ digest }) => digests?.includes(digest) ?? true);
  const sorted = body.sort_by?.[0]?.order === "desc" ? found.toReversed() : found;
  const from = body.offset ?? 0;
  return lines(sorted.slice(from, from + (body.limit ?? 1000)));
};

/** A service with one table. */
function draw(answers: Answers = {}, address = `?digest=${DIGEST}`) {
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2027-01-01T00:00:00Z" }),
    "connections.list": () => json({ connections: [] }),
    "table.queryStream": stored,
    "table.queryStatsBatch": () => json({ tables: [{ digest: DIGEST, count: ROWS.length }] }),
    "objs.query": () => json({ objs: [] }),
    ...answers,
  });
  const page = renderElementOnPage(
    <ToastProvider>
      <TooltipProvider>
        <TablesView />
      </TooltipProvider>
    </ToastProvider>,
    { address },
  );
  return { ...page, sent };
}

const cells = (column: string) => [
  ...document.querySelectorAll<HTMLElement>(`tr[data-index] td[data-column="${column}"]`),
];

const expectRows = (numbers: readonly string[]) =>
  waitFor(() => expect(cells("#").map(({ textContent }) => textContent)).toEqual(numbers));

it("says that a table is unknown, that it has no rows, and how a project gets a dataset", async () => {
  const none = () => lines([]);
  draw({ "table.queryStream": none, "table.queryStatsBatch": () => json({ tables: [] }) });
  expect(await screen.findByRole("heading", { name: "No table with this digest" })).toBeTruthy();
  cleanup();
  draw({
    "table.queryStream": none,
    "table.queryStatsBatch": () => json({ tables: [{ digest: DIGEST, count: 0 }] }),
  });
  expect(await screen.findByRole("heading", { name: "This table has no rows" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "All tables" }));
  expect(await screen.findByRole("heading", { name: /^No datasets in airline/ })).toBeTruthy();
});

it("opens no table of another project, and says whose it is", async () => {
  draw({}, "");
  const field = await screen.findByLabelText("Digest or ref of a table");
  await userEvent.type(field, "weave:///other/project/table/0123456789abcdef{Enter}");
  expect(await screen.findByText(/other\/project/)).toBeTruthy();
});

it("shows rows with these digests only, and how many there are without the filter", async () => {
  const { addresses } = draw();
  await expectRows(["0", "1", "2"]);
  const filter = () => screen.getByRole("searchbox", { name: "Filter by row digest" });
  await userEvent.type(filter(), "r2, r0{Enter}");
  await expectRows(["0", "2"]);
  await userEvent.clear(filter());
  await userEvent.type(filter(), "nowhere{Enter}");
  expect(await screen.findByRole("heading", { name: "No row has this digest" })).toBeTruthy();
  expect(await screen.findByText(/^Without the filter the table has 3 rows\./)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filter" }));
  await expectRows(["0", "1", "2"]);
  expect(addresses.at(-1)?.get("rows")).toBeNull();
});

it("asks for a part of the rows, and says which part it is", async () => {
  const { addresses } = draw();
  await expectRows(["0", "1", "2"]);
  await userEvent.click(screen.getByRole("button", { name: "All rows" }));
  const dialog = await screen.findByRole("dialog", { name: "Range of rows" });
  await userEvent.type(within(dialog).getByLabelText("Rows to skip"), "{Control>}a{/Control}1");
  await userEvent.type(within(dialog).getByLabelText("Maximum rows"), "1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Load" }));
  await expectRows(["1"]);
  expect(await screen.findByText(/Showing rows? 2/)).toBeTruthy();
  expect(Object.fromEntries(addresses.at(-1) ?? [])).toMatchObject({ from: "1", limit: "1" });
});

it("filters the loaded rows by the value of a cell, and says when none match", async () => {
  const { addresses } = draw();
  await expectRows(["0", "1", "2"]);
  await userEvent.click(cells("user")[0] ?? document.body);
  press("f");
  await expectRows(["0", "2"]);
  expect(screen.getByText("2 of 3 loaded rows")).toBeTruthy();
  expect(addresses.at(-1)?.get("only")).toContain("mia");
  cleanup();
  draw({}, `?digest=${DIGEST}&only=${encodeURIComponent(`${addresses.at(-1)?.get("only")}`.replace("mia", "nobody"))}`);
  expect(await screen.findByRole("heading", { name: "None of 3 loaded rows matches the filter" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await expectRows(["0", "1", "2"]);
});

it("takes all rows, or those that a filter shows, to a new evaluation", async () => {
  const evaluate = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "New evaluation of these rows" }));
    return new URL(push.mock.calls.at(-1)?.[0], "http://x").searchParams;
  };
  const carriedBy = async () => takeCarried((await evaluate()).get("carried") ?? "");
  draw();
  await expectRows(["0", "1", "2"]);
  expect(await carriedBy()).toEqual({ name: "table-all", table: DIGEST, rowDigests: null });
  await userEvent.click(cells("user")[0] ?? document.body);
  press("f");
  await expectRows(["0", "2"]);
  expect(await carriedBy()).toEqual({ name: "table-rows", table: DIGEST, rowDigests: ["r0", "r2"] });
  cleanup();
  draw({}, `?digest=${DIGEST}&rows=r1`);
  await expectRows(["1"]);
  expect(await carriedBy()).toMatchObject({ rowDigests: ["r1"] });
  cleanup();
  const faq = {
    ...{ project_id: "demo/airline", object_id: "faq", digest: "v7", version_index: 0, is_latest: 1, kind: "object" },
    ...{ created_at: "2026-11-20T14:30:01Z", val: { rows: `weave:///demo/airline/table/${DIGEST}` } },
  };
  draw({ "obj.read": () => json({ obj: faq }) }, `?digest=${DIGEST}&dataset=faq:v7`);
  await screen.findByRole("heading", { name: "faq" });
  await expectRows(["0", "1", "2"]);
  expect((await evaluate()).get("dataset")).toBe("faq:v7");
});

it("sorts on the service by the header of a column, and in the order of the address", async () => {
  const { addresses, sent } = draw();
  await expectRows(["0", "1", "2"]);
  await userEvent.click(screen.getByRole("button", { name: "user" }));
  await expectRows(["2", "1", "0"]);
  expect(screen.getByRole("columnheader", { name: /^user/ }).getAttribute("aria-sort")).toBe("descending");
  const sort = addresses.at(-1)?.get("sort");
  expect(sort).toBe("-user");
  expect(sent.at(-1)?.body).toMatchObject({ sort_by: [{ field: "user", order: "desc" }] });
  cleanup();
  draw({}, `?digest=${DIGEST}&sort=-user`);
  await expectRows(["2", "1", "0"]);
});

it("shows figures of a column over the loaded rows, hides it, and finds words in the others", async () => {
  draw();
  await expectRows(["0", "1", "2"]);
  await userEvent.click(screen.getByRole("button", { name: "About note" }));
  const about = await screen.findByRole("dialog", { name: "Column note" });
  await waitFor(() => expect(about.textContent).toContain("Over 3 rows, the full table"));
  expect(about.textContent).toContain("Empty1 (33%)");
  await userEvent.click(within(about).getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(cells("note")).toEqual([]));
  // Enter comes before the rows are searched.
  const atOnce = userEvent.setup({ delay: null });
  await atOnce.type(screen.getByRole("searchbox", { name: "Find in the loaded rows" }), "RAJ{Enter}");
  expect(await screen.findByText("1 row of 3 loaded")).toBeTruthy();
  await waitFor(() => expect(document.querySelector('tr[data-index="1"] td[aria-selected="true"]')).toBeTruthy());
});

it("changes a value and deletes a row, and stores both as a new table", async () => {
  const made = "fedcba9876543210fedcba9876543210fedcba98765";
  const { addresses, sent } = draw({ "table.update": () => json({ digest: made, updated_row_digests: [] }) });
  await expectRows(["0", "1", "2"]);
  await userEvent.click(cells("note")[0] ?? document.body);
  press("Space");
  const viewer = await screen.findByRole("dialog", { name: "Value of note" });
  await userEvent.click(await within(viewer).findByRole("button", { name: "Edit value" }));
  const field = await within(viewer).findByRole("textbox", { name: "New value of note" });
  await userEvent.clear(field);
  await userEvent.type(field, "new");
  await userEvent.click(within(viewer).getByRole("button", { name: "Change value" }));
  await waitFor(() => expect(cells("note")[0]?.textContent).toBe("new"));
  press("Escape");
  await userEvent.click(cells("note")[1] ?? document.body);
  press("Space");
  await userEvent.click(await screen.findByRole("button", { name: "Delete row" }));
  const changes = await screen.findByRole("region", { name: "Changes" });
  expect(changes.textContent).toContain("1 row changed, 1 row deleted");
  await userEvent.click(within(changes).getByRole("button", { name: "Save as new table" }));
  await waitFor(() => expect(addresses.at(-1)?.get("digest")).toBe(made));
  expect(sent.find(({ operation }) => operation === "table.update")?.body.updates).toHaveLength(3);
});

it("compares with another table, opens a changed value, and closes the comparison", async () => {
  const before = "00000000000000000000000000000000000000000000";
  const rows = (scores: readonly (readonly [string, number])[]) =>
    lines(
      scores.map(([task, score], at) => ({ digest: `${task} ${score}`, val: { task, score }, original_index: at })),
    );
  const { addresses } = draw(
    {
      "table.queryStream": ({ body }) =>
        body.digest === before
          ? rows([
              ["a", 1],
              ["b", 1],
              ["c", 1],
            ])
          : rows([
              ["a", 1],
              ["b", 0.75],
              ["d", 1],
            ]),
    },
    `?digest=${DIGEST}&base=${before}`,
  );
  const differences = await screen.findByRole("grid", { name: "Differences" });
  for (const name of ["Added 1", "Removed 1", "Changed 1", "Moved 0", "Unchanged 1"]) {
    expect(await screen.findByRole("button", { name })).toBeTruthy();
  }
  expect(screen.getByRole("combobox", { name: "Key column" }).textContent).toContain("task");
  const changed = [...differences.querySelectorAll<HTMLElement>('td[data-column="score"]')].find(({ textContent }) =>
    textContent?.includes("→"),
  );
  expect(changed?.textContent).toBe("before 1→after 0.75");
  await userEvent.click(changed ?? document.body);
  const dialog = await screen.findByRole("dialog", { name: "score" });
  await waitFor(() => expect(dialog.textContent).toContain("0.75"));
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Added 1" }));
  await waitFor(() => expect(addresses.at(-1)?.get("kinds")).not.toContain("added"));
  await userEvent.click(screen.getByRole("button", { name: "Close comparison" }));
  await waitFor(() => expect(cells("#")).toHaveLength(3));
});

it("says that a service has no tables", async () => {
  draw({ "table.queryStream": () => failed("unsupported"), "table.queryStatsBatch": () => failed("unsupported") });
  expect(await screen.findByRole("heading", { name: "This connection does not support tables" })).toBeTruthy();
});
