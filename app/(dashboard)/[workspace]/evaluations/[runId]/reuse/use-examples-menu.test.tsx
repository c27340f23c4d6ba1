// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EvaluationView } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/evaluation-view";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { takeCarried } from "@/lib/address/carried-rows";
import { layOut } from "@/test/setup/browser-layout";
import {
  evaluationFigures,
  evaluationResults,
  evaluationRun,
  resultRow,
  scoreFigures,
} from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";

const push = vi.hoisted(() => vi.fn());

vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
beforeEach(() => push.mockReset());
afterEach(cleanPage);

const rows = [resultRow(0, [false]), { ...resultRow(1, [false]), example: null }];

function draw(answers: Answers = {}, address = "?show=failing&score=exact") {
  const sent = answerRequests({
    "evaluations.query": () => json({ runs: [evaluationRun()], total_count: 1 }),
    "evaluations.figures": () => json({ runs: [evaluationFigures()] }),
    "evaluations.results": () => json(evaluationResults(rows)),
    "evaluations.slices": () => json({ path: null, paths: [], mean: null, values: [], other_count: 0 }),
    "calls.streamQuery": () => lines([]),
    "table.create": () => json({ digest: "table1", row_digests: ["d0"] }),
    "obj.create": () => json({ digest: "version1" }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <ToastProvider>
        <EvaluationView runId="r1" />
      </ToastProvider>
    </TooltipProvider>,
    { address },
  );
  return sent;
}

async function openDialog() {
  await userEvent.click(await screen.findByRole("button", { name: "Use 2 failing examples" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Create table…" }));
  return screen.findByRole("dialog", { name: "Create a table from examples" });
}

it("creates a dataset from the shown examples, and opens it", async () => {
  const sent = draw();
  const dialog = await openDialog();
  const name = within(dialog).getByLabelText("Dataset name");
  await userEvent.clear(name);
  await userEvent.type(name, "hard ones");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create table" }));
  expect(await screen.findByText("Created hard-ones with 1 row; 1 deleted row left out")).toBeTruthy();
  expect(push).toHaveBeenCalledWith("/airline/tables?digest=table1&dataset=hard-ones%3Aversion1");
  const body = (operation: string) => sent.findLast((request) => request.operation === operation)?.body;
  expect(body("evaluations.results")).toMatchObject({ show: "failing", score: "exact", texts: "whole", offset: 0 });
  expect(body("table.create").table.rows).toEqual([{ question: "Question 0", expected: "Answer 0" }]);
  expect(body("obj.create").obj).toMatchObject({
    object_id: "hard-ones",
    val: { _type: "Dataset", rows: "weave:///demo/airline/table/table1" },
  });
});

it("creates a dataset from the chosen example alone", async () => {
  const sent = draw({}, "?show=failing&score=exact&row=k0");
  const dialog = await openDialog();
  await userEvent.click(within(dialog).getByRole("radio", { name: "The chosen one" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Create table" }));
  expect(await screen.findByText(/^Created .*-failing with 1 row$/)).toBeTruthy();
  const whole = sent.filter(({ body }) => body?.texts === "whole").map(({ body }) => [body.offset, body.limit]);
  expect(whole).toEqual([[0, 1]]);
});

it("keeps the dialog with the reason when the rows cannot be stored", async () => {
  draw({ "table.create": () => failed("upstream") });
  const dialog = await openDialog();
  await userEvent.click(within(dialog).getByRole("button", { name: "Create table" }));
  expect(await within(dialog).findByText(/It is upstream/)).toBeTruthy();
  expect(push).not.toHaveBeenCalled();
});

it("takes the shown examples to a new evaluation with all their columns, and says why it cannot", async () => {
  let isDown = true;
  const whole = () => (isDown ? failed("upstream") : json(evaluationResults(rows)));
  const sent = draw({
    "evaluations.results": ({ body }) => (body.texts === "whole" ? whole() : json(evaluationResults(rows))),
  });
  const carry = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Use 2 failing examples" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "New evaluation of them" }));
  };
  await carry();
  expect((await screen.findByRole("alert")).textContent).toContain("The rows could not be read: It is upstream.");
  isDown = false;
  await carry();
  await waitFor(() => expect(push).toHaveBeenCalledOnce());
  const address = new URL(push.mock.calls[0]?.[0], "http://x");
  expect(address.pathname).toBe("/airline/evaluations/new");
  expect(takeCarried(address.searchParams.get("carried") ?? "")).toMatchObject({
    rows: [{ question: "Question 0", expected: "Answer 0" }],
    leftOut: 1,
    messages: null,
  });
  expect(sent.findLast(({ body }) => body?.texts === "whole")?.body).toMatchObject({ show: "failing", score: "exact" });
});

it("opens a training job with the shown examples as groups and the score as reward", async () => {
  draw();
  await userEvent.click(await screen.findByRole("button", { name: "Use 2 failing examples" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Build trajectory groups with exact as reward" }));
  expect(push).toHaveBeenCalledWith("/airline/training/new?source=traces&evaluation=r1&score=exact&examples=failing");
});

it("offers no reward where the score is a text", async () => {
  draw(
    { "evaluations.figures": () => json({ runs: [evaluationFigures({ scores: [scoreFigures({ kind: "text" })] })] }) },
    "",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Use 2 examples" }));
  const item = await screen.findByRole("menuitem", { name: "Build trajectory groups: a text is not a reward" });
  expect(item.getAttribute("aria-disabled")).toBe("true");
});

const labelled = (call: string, value: boolean) => ({
  id: `feedback of ${call}`,
  feedback_type: "wandb.annotation.Correct",
  weave_ref: `weave:///demo/airline/call/${call}`,
  payload: { value },
  creator: "ada",
  created_at: "2026-11-20T10:00:00Z",
});

async function compareWithLabels() {
  await userEvent.click(await screen.findByRole("button", { name: "Use 2 failing examples" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Compare exact with people's labels" }));
  return await screen.findByRole("dialog", { name: "exact and people's labels" });
}

it("compares the score with people's labels, and links to the answers on which they differ", async () => {
  const sent = draw({
    "users.list": () => json({ members: [] }),
    "feedback.query": () => json({ result: [labelled("m0-0-0", true), labelled("c0-0-1", true)] }),
  });
  const dialog = await compareWithLabels();
  expect(await within(dialog).findByText("50% equal of 2 labelled answers")).toBeTruthy();
  expect(within(dialog).getByText("kappa from 10 labels")).toBeTruthy();
  const table = within(dialog).getByRole("table", { name: "Differences on Correct" });
  expect(
    within(table)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining("Question 0"), "no", "yes"]);
  await userEvent.click(within(table).getByRole("button"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByRole("region", { name: "Example" })).toBeTruthy();
  const asked = sent.findLast(({ operation }) => operation === "feedback.query");
  expect(JSON.stringify(asked?.body.query)).toContain("weave:///demo/airline/call/m1-0-1");
});

it("says that the answers have no labels, and when labels could not be read", async () => {
  let isDown = true;
  draw({
    "users.list": () => json({ members: [] }),
    "feedback.query": () => (isDown ? failed("upstream") : json({ result: [] })),
  });
  const dialog = await compareWithLabels();
  expect((await within(dialog).findByRole("alert")).textContent).toContain("It is upstream.");
  isDown = false;
  await userEvent.click(within(dialog).getByRole("button", { name: /retry/i }));
  expect(await within(dialog).findByText("No labels yet")).toBeTruthy();
});
