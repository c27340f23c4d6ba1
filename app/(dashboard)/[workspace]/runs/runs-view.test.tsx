// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { RunsView } from "./runs-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

// Rendering the whole page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const session = (role: string) => () =>
  json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });
const none = () => json({ runs: [], has_more: false });

function draw(answers: Answers, address = "") {
  const sent = answerRequests({
    "session.current": session("member"),
    "trainingRuns.list": none,
    "trainingRuns.ofModels": none,
    "trainingRuns.logged": none,
    "trainingRuns.tags": () => json({ tags: [], groups: [], archived: 0 }),
    ...answers,
  });
  const { addresses } = renderElementOnPage(
    <TooltipProvider>
      <RunsView />
    </TooltipProvider>,
    { address },
  );
  return Object.assign(sent, { addresses });
}

const twoRuns = {
  "trainingRuns.list": () => json({ runs: [exampleRun({ id: "run-1" })], has_more: false }),
  "trainingRuns.logged": () =>
    json({ runs: [exampleRun({ id: "log:1", name: "grpo", source: "log", model: null })], has_more: false }),
};

it("lists the runs of the service and of clients, each with its state, reward, verdict and spending", async () => {
  const own = exampleRun({ id: "run-1", verdict: { ...exampleRun().verdict, kind: "rising", sentence: "It rises." } });
  const client = exampleRun({ id: "model:m", name: "art-agent", source: "client", state: "finished" });
  draw({
    "trainingRuns.list": () => json({ runs: [own], has_more: false }),
    "trainingRuns.ofModels": () => json({ runs: [client], has_more: false }),
  });
  const row = await screen.findByRole("row", { name: /Small agent/ });
  for (const text of ["Running", "Rising", "2 of 12", "0.200", "6.0k tokens"])
    expect(within(row).getByText(text), text).toBeTruthy();
  expect(within(row).getByRole("link").getAttribute("href")).toBe("/airline/runs/run-1");
  const other = await screen.findByRole("row", { name: /art-agent/ });
  expect(other.textContent).toContain("run by a client");
  expect(within(other).getByRole("link").getAttribute("href")).toBe("/airline/runs/model%3Am");
});

it("compares selected runs of any kind, from two to six", async () => {
  draw(twoRuns);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Small agent" }));
  expect(await screen.findByText("Select another run to compare")).toBeTruthy();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select grpo" }));
  const href = (await screen.findByRole("link", { name: "Compare 2 runs" })).getAttribute("href") ?? "";
  expect(new URL(href, "http://x").searchParams.get("runs")).toBe("run-1,log:1");
});

it("selects runs by keys and compares them, keeps the selection in the address, and clears it", async () => {
  const { addresses } = draw(twoRuns, "?sel=log%3A1");
  expect(await screen.findByRole("checkbox", { name: "Select grpo", checked: true })).toBeTruthy();
  const at = (await screen.findAllByRole("row")).findIndex((row) => row.textContent?.includes("Small agent"));
  press("c");
  expect(push).not.toHaveBeenCalled();
  press(...Array.from({ length: at }, () => "j"), "x");
  await screen.findByRole("link", { name: "Compare 2 runs" });
  expect(addresses.at(-1)?.get("sel")).toBe("log:1,run-1");
  press("c");
  const [href = ""] = push.mock.lastCall ?? [];
  expect(new URL(href, "http://x").searchParams.get("runs")).toBe("log:1,run-1");
  fireEvent.click(screen.getByRole("button", { name: "Clear the selection" }));
  await waitFor(() => expect(screen.queryByRole("checkbox", { checked: true })).toBeNull());
  expect(addresses.at(-1)?.has("sel")).toBe(false);
});

it("asks the service for runs with the words of the search, and says when none matches", async () => {
  const sent = draw({
    "trainingRuns.list": ({ body }) => json({ runs: body.words ? [] : [exampleRun({ id: "run-1" })], has_more: false }),
  });
  expect(await screen.findByRole("row", { name: /Small agent/ })).toBeTruthy();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a run" }), { target: { value: "grpo qwen" } });
  expect(await screen.findByText("No runs match")).toBeTruthy();
  expect(screen.queryByText(/No training runs/)).toBeNull();
  const last = sent.findLast(({ operation }) => operation === "trainingRuns.logged");
  expect(last?.body.words).toEqual(["grpo", "qwen"]);
});

it("shows group and tags, filters by them, and leaves out archived runs until a switch shows them", async () => {
  const run = exampleRun({ id: "run-1", tags: ["baseline"], group: "rates", given_name: "grpo-1" });
  const sent = draw({
    "trainingRuns.list": ({ body }) => json({ runs: body.tags ? [] : [run], has_more: false }),
    "trainingRuns.tags": () =>
      json({ tags: [{ name: "baseline", runs: 1 }], groups: [{ name: "rates", runs: 3 }], archived: 2 }),
  });
  const lastBody = () => sent.findLast(({ operation }) => operation === "trainingRuns.list")?.body;
  const row = await screen.findByRole("row", { name: /Small agent/ });
  expect(within(row).getByRole("link").getAttribute("title")).toBe("Started as grpo-1");
  expect(lastBody()).toMatchObject({ has_archived: false });
  fireEvent.click(within(row).getByRole("button", { name: "rates" }));
  await waitFor(() => expect(lastBody()).toMatchObject({ group: "rates" }));
  fireEvent.click(await screen.findByRole("switch", { name: "Archived (2)" }));
  await waitFor(() => expect(lastBody()).toMatchObject({ group: "rates", has_archived: true }));
  fireEvent.click(within(screen.getByRole("row", { name: /Small agent/ })).getByRole("button", { name: "baseline" }));
  expect(await screen.findByText("No run has this group and these tags.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove the tag baseline from the filter" }));
  expect(await screen.findByRole("row", { name: /Small agent/ })).toBeTruthy();
});

it("says that all runs are archived, not that there are none", async () => {
  draw({ "trainingRuns.tags": () => json({ tags: [], groups: [], archived: 2 }) });
  expect(await screen.findByText("All runs are archived")).toBeTruthy();
  expect(screen.queryByText(/No training runs/)).toBeNull();
});

it("shows the runs when their tags cannot be loaded, and says so", async () => {
  draw({
    "trainingRuns.list": () => json({ runs: [exampleRun()], has_more: false }),
    "trainingRuns.tags": () => failed("upstream"),
  });
  expect(await screen.findByText(/Could not load the tags of runs/)).toBeTruthy();
  expect(screen.getByRole("row", { name: /Small agent/ })).toBeTruthy();
});

it("offers a run on this computer until the service has run one", async () => {
  const client = exampleRun({ id: "model:m", name: "art-agent", source: "client", state: "finished" });
  const clients = { "trainingRuns.ofModels": () => json({ runs: [client], has_more: false }) };
  draw(clients);
  expect(await screen.findByRole("row", { name: /art-agent/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Train a small agent" })).toBeTruthy();
  cleanPage();
  draw({ ...clients, "trainingRuns.list": () => json({ runs: [exampleRun({ id: "run-1" })], has_more: false }) });
  expect(await screen.findByRole("row", { name: /Small agent/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Train a small agent" })).toBeNull();
});

it("lists runs that other programs log with the name of their model", async () => {
  const logged = exampleRun({ id: "log:1", name: "grpo", source: "log", model: null, logged_model: "Qwen/Qwen3-7B" });
  draw({ "trainingRuns.logged": () => json({ runs: [logged], has_more: false }) });
  const row = await screen.findByRole("row", { name: /grpo/ });
  expect(row.textContent).toContain("Qwen/Qwen3-7B, logged");
  expect(within(row).getByRole("link").getAttribute("href")).toBe("/airline/runs/log%3A1");
});

it("does not take the time of an import for the start of a run", async () => {
  const imported = exampleRun({ id: "log:1", name: "grpo", source: "log", model: null, started_at: null });
  draw({ "trainingRuns.logged": () => json({ runs: [imported], has_more: false }) });
  const row = await screen.findByRole("row", { name: /grpo/ });
  expect(within(row).getByTitle(/^Imported /).textContent).not.toMatch(/\d/);
});

it("shows the other runs when logged runs cannot be loaded, and says so", async () => {
  draw({
    "trainingRuns.list": () => json({ runs: [exampleRun()], has_more: false }),
    "trainingRuns.logged": () => failed("upstream"),
  });
  expect(await screen.findByText(/Could not load the logged runs/)).toBeTruthy();
  expect(screen.getByRole("row", { name: /Small agent/ })).toBeTruthy();
});

it("starts a small agent with one click if there are no runs, and opens its page", async () => {
  const sent = draw({
    "trainingRuns.start": () => json(exampleRun({ id: "run-9" })),
    "workspaces.create": () => json({ workspace: testWorkspace }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Train a small agent" }));
  await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/airline/runs/run-9"));
  const body = sent.find(({ operation }) => operation === "trainingRuns.start")?.body;
  expect(body).toMatchObject({ project_id: "demo/airline", settings: { model: { kind: "new" } } });
});

it("shows why a small agent was not started", async () => {
  draw({ "trainingRuns.start": () => failed("upstream") });
  fireEvent.click(await screen.findByRole("button", { name: "Train a small agent" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(push).not.toHaveBeenCalled();
});

it("says to a viewer who may start a run", async () => {
  draw({ "session.current": session("viewer") });
  expect(await screen.findByText(/Starting a run needs the member role/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Train a small agent" })).toBeNull();
});

it("never shows a failure as an empty list", async () => {
  draw({ "trainingRuns.list": () => failed("upstream") });
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(screen.queryByText(/No training runs/)).toBeNull();
});

it("never shows the failure of another list as emptiness", async () => {
  draw({ "trainingRuns.logged": () => failed("upstream") });
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(screen.queryByText(/No training runs/)).toBeNull();
});

it("says that a service has no training runs", async () => {
  draw({
    "trainingRuns.list": () => failed("unsupported"),
    "trainingRuns.ofModels": () => failed("unsupported"),
    "trainingRuns.logged": () => failed("unsupported"),
  });
  expect(await screen.findByText("This connection does not support training runs")).toBeTruthy();
});
