// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { layOut } from "@/test/setup/browser-layout";
import {
  evaluationFigures,
  evaluationResults,
  evaluationRun,
  resultRow,
  scoreFigures,
} from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EvaluationView } from "./evaluation-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  useParams: () => ({}),
  usePathname: () => "/",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
// The list scrolls to the chosen option; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanPage);

const rows = [resultRow(0, [false]), resultRow(1, [true]), resultRow(2, [true])];

const call = (id: string, rest: object) => ({
  id,
  project_id: "demo/airline",
  trace_id: "t",
  op_name: "op",
  started_at: "2026-11-20T10:00:00Z",
  attributes: {},
  inputs: {},
  ...rest,
});

function draw(answers: Answers = {}, address = "") {
  const sent = answerRequests({
    "evaluations.query": () => json({ runs: [evaluationRun()], total_count: 1 }),
    "evaluations.figures": () => json({ runs: [evaluationFigures()] }),
    "evaluations.results": () => json(evaluationResults(rows)),
    "evaluations.slices": () =>
      json({
        path: "kind",
        paths: [{ path: "kind", value_count: 2 }],
        mean: 0.6,
        values: [
          { value: "baggage", examples: 20, mean: 0.8, interval: { low: 0.7, high: 0.9 }, is_within_noise: false },
        ],
        other_count: 0,
      }),
    "calls.streamQuery": ({ body }) =>
      body.filter.call_ids
        ? lines([call(body.filter.call_ids[0], { output: { output: "Wrong answer 0", scores: { exact: false } } })])
        : lines([
            call("m0-0-0", { op_name: "Model.predict", output: "Wrong answer 0" }),
            call("s", {
              op_name: "weave:///demo/airline/op/judge:abc",
              output: { score: 0.2, reason: "Far from polite." },
            }),
          ]),
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

const examples = () => screen.findByRole("grid", { name: "Examples" });

it("draws the tool calls of an answer and of the expected one as calls, in the row and in its panel", async () => {
  const message = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "look_up", arguments: '{"id":"A1"}' } }],
  };
  const text = JSON.stringify(message);
  const row = resultRow(0, [true]);
  const [own] = row.runs;
  const [trial] = own?.trials ?? [];
  if (!own || !trial) throw new Error("The row has no trial.");
  const example = JSON.stringify({ question: "Where is my bag?", expected: message.tool_calls });
  const called = {
    ...row,
    example,
    example_length: example.length,
    runs: [{ ...own, trials: [{ ...trial, output: text, output_length: text.length }] }],
  };
  draw(
    {
      "evaluations.results": () => json(evaluationResults([called])),
      "calls.streamQuery": ({ body }) =>
        lines((body.filter.call_ids ?? []).map((id: string) => call(id, { output: { output: message, scores: {} } }))),
    },
    `?row=${row.key}`,
  );
  expect(await screen.findByText('look_up(id: "A1")')).toBeTruthy();
  expect((await screen.findByRole("list", { name: "Answer" })).textContent).toContain("look_up");
  expect(screen.getByRole("list", { name: "Expected answer" }).textContent).toContain("look_up");
});

it("counts held-out rows in figures, rows and slices, and says how many rows were trained on", async () => {
  const counted = { part: "held_out", counted: 16, trained: 32, all: 48, models: ["m"] };
  const sent = draw({ "evaluations.figures": () => json({ runs: [{ ...evaluationFigures(), rows: counted }] }) });
  expect(await screen.findByText("trained on 32 of 48 rows")).toBeTruthy();
  const reads = ["evaluations.figures", "evaluations.results", "evaluations.slices"];
  const parts = () =>
    reads.map((one) => sent.findLast(({ operation, body }) => operation === one && !body.find)?.body.rows.part);
  await waitFor(() => expect(parts()).toEqual(["held_out", "held_out", "held_out"]));
  await userEvent.click(screen.getByRole("radio", { name: "Trained 32" }));
  await waitFor(() => expect(parts()).toEqual(["trained", "trained", "trained"]));
});

it("shows figures with intervals, pass^k, and the examples with their trials", async () => {
  draw();
  expect(await screen.findByRole("button", { name: /exact 0\.600/ })).toBeTruthy();
  expect(screen.getByText(/pass@2/)).toBeTruthy();
  const grid = await examples();
  expect(await within(grid).findByText("Question 0")).toBeTruthy();
  expect(within(grid).getAllByRole("img", { name: "trial 1: no, trial 2: yes" })).toHaveLength(1);
  expect(within(grid).getByText("Wrong answer 0")).toBeTruthy();
});

it("sends filters, slices, bars and sorts to the service", async () => {
  const sent = draw();
  await examples();
  const last = () => sent.filter(({ operation }) => operation === "evaluations.results").at(-1)?.body;
  await userEvent.click(await screen.findByRole("radio", { name: /Failing 1/ }));
  expect(last()).toMatchObject({ show: "failing", score: "exact", run_ids: ["r1"] });
  await userEvent.click(screen.getByRole("button", { name: /10 examples with 1 of 2 trials passed/ }));
  expect(last()).toMatchObject({ passes: 1 });
  await userEvent.click(await screen.findByRole("button", { name: /baggage/ }));
  expect(last()).toMatchObject({ where: [{ path: "kind", value: "baggage" }] });
  await userEvent.click(screen.getByRole("button", { name: "Clear 3 filters" }));
  // The unfiltered rows are known, so nothing is requested again.
  expect(screen.getByRole("radio", { name: /All 3/ }).getAttribute("aria-checked")).toBe("true");
  expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
});

it("slices the score by two members side by side, and filters by a value of each", async () => {
  const values = (value: string) => [{ value, examples: 20, mean: 0.8, interval: null, is_within_noise: true }];
  const sent = draw({
    "evaluations.slices": ({ body }) =>
      json({
        path: body.path ?? "kind",
        paths: ["kind", "tier", "turns"].map((path) => ({ path, value_count: 2 })),
        mean: 0.6,
        values: values(body.path === "tier" ? "gold" : body.path === "turns" ? "nine" : "baggage"),
        other_count: 0,
      }),
  });
  const last = () => sent.filter(({ operation }) => operation === "evaluations.results").at(-1)?.body.where;
  await userEvent.click(await screen.findByRole("button", { name: /baggage/ }));
  await userEvent.click(await screen.findByRole("button", { name: /gold/ }));
  expect(last()).toEqual([
    { path: "kind", value: "baggage" },
    { path: "tier", value: "gold" },
  ]);
  screen.getByRole("combobox", { name: "Slice by" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: "tier" }));
  // The second panel never has the member of the first one.
  expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
  expect(await screen.findAllByRole("button", { name: /gold|baggage/ })).toHaveLength(2);
  expect(screen.getByRole("combobox", { name: "Slice also by" }).textContent).toBe("kind");
});

it("shows the chosen example against its expected answer, with each scorer's reason and its trace", async () => {
  draw();
  await userEvent.click(await within(await examples()).findByText("Question 0"));
  expect(await screen.findByText("Far from polite.")).toBeTruthy();
  const pane = screen.getByRole("region", { name: "Example" });
  expect(within(pane).getByRole("link", { name: "Open trace" }).getAttribute("href")).toBe("/airline/traces/c0-0-0");
  expect(within(pane).getByRole("link", { name: "Playground" }).getAttribute("href")).toBe(
    "/airline/playground?call=m0-0-0",
  );
  press("2");
  expect((await within(pane).findByRole("tab", { name: /Trial 2/ })).getAttribute("aria-selected")).toBe("true");
  press("Escape");
  expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
});

it("names a judge by its object, and shows the versions of two scorers with the same name", async () => {
  const scorerCall = (id: string, op: string, rest: object) =>
    call(id, { op_name: `weave:///demo/airline/op/${op}`, output: true, ...rest });
  const self = "weave:///demo/airline/object/polite:wxyz1";
  draw(
    {
      "calls.streamQuery": ({ body }) =>
        body.filter.call_ids
          ? lines([call(body.filter.call_ids[0], { output: { scores: { polite: true, close: 1 } } })])
          : lines([
              scorerCall("s1", "LLMAsAJudgeScorer.score:aaaa1", { inputs: { self } }),
              scorerCall("s2", "exact:bbbb1", {}),
              scorerCall("s3", "exact:cccc1", { output: null, exception: "RuntimeError: no answer" }),
            ]),
    },
    "?row=k0",
  );
  const scorers = within(await screen.findByRole("region", { name: "Scorers" }));
  expect(await scorers.findByText("exact (bbbb)")).toBeTruthy();
  expect(scorers.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "politeopen calltrue",
    "exact (bbbb)open calltrue",
    "exact (cccc)open callNo score: RuntimeError: no answer",
    "close1",
  ]);
});

it("opens in the playground the request to a provider that the model made", async () => {
  draw(
    {
      "calls.streamQuery": ({ body }) =>
        lines(body.filter.parent_ids?.[0] === "m0-0-0" ? [call("llm", { attributes: { kind: "llm" } })] : []),
    },
    "?row=k0",
  );
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Playground" }).getAttribute("href")).toBe("/airline/playground?call=llm"),
  );
});

it("shows the first trial that fails where failing examples are listed", async () => {
  const row = resultRow(0, [false]);
  const laterFails = { ...row, runs: row.runs.map((run) => run && { ...run, trials: [...run.trials].reverse() }) };
  draw({ "evaluations.results": () => json(evaluationResults([laterFails])) }, "?show=failing");
  await userEvent.click(await screen.findByText("Question 0"));
  const tab = await screen.findByRole("tab", { name: /Trial 2/ });
  expect(tab.getAttribute("aria-selected")).toBe("true");
});

it("reopens the example and the trial that the address names", async () => {
  draw({}, "?row=k1&trial=2");
  expect(await screen.findByRole("heading", { name: "Row 1" })).toBeTruthy();
  expect(screen.getByRole("tab", { name: /Trial 2/ }).getAttribute("aria-selected")).toBe("true");
});

it("reopens an example that is not among the loaded or filtered ones", async () => {
  const sent = draw(
    {
      "evaluations.results": ({ body }) =>
        json({
          ...evaluationResults(rows.slice(0, 1)),
          ...(body.find ? { found: { row: resultRow(700, [false]), index: null } } : {}),
        }),
    },
    "?row=k700&show=failing",
  );
  expect(await screen.findByRole("heading", { name: "Row 700" })).toBeTruthy();
  const asked = sent.filter(({ body }) => body.find).map(({ body }) => body);
  expect(asked).toMatchObject([{ find: { key: "k700" }, show: "failing", limit: 1 }]);
  press("Escape");
  expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
});

it("moves to the next failing and the next disagreeing example by keys, and leaves the filter as it is", async () => {
  const answers = [
    () => json({ ...evaluationResults(rows), found: { row: rows[1], index: 1 } }),
    () => json({ ...evaluationResults(rows), found: { row: resultRow(700, [false]), index: 700 } }),
    () => json({ ...evaluationResults(rows), found: null }),
    () => failed("upstream"),
  ];
  const sent = draw({
    "evaluations.results": ({ body }) => (body.find ? answers.shift()?.() : undefined) ?? json(evaluationResults(rows)),
  });
  const looked = () => sent.filter(({ body }) => body?.find).map(({ body }) => body.find);
  await within(await examples()).findByText("Question 0");
  press("n");
  expect(await screen.findByRole("heading", { name: "Row 1" })).toBeTruthy();
  press("d");
  expect(await screen.findByRole("heading", { name: "Row 700" })).toBeTruthy();
  press("n");
  expect(await screen.findByText("No further failing example")).toBeTruthy();
  press("d");
  expect(await screen.findByText(/The next example could not be found: It is upstream/)).toBeTruthy();
  expect(looked()).toEqual([
    { key: null, next: "failing" },
    { key: "k1", next: "disagreeing" },
    { key: "k700", next: "failing" },
    { key: "k700", next: "disagreeing" },
  ]);
  expect(screen.getByRole("radio", { name: /All 3/ }).getAttribute("aria-checked")).toBe("true");
});

it.each<[string, unknown, RegExp]>([
  ["does not exist", { found: null }, /Example not found/],
  ["cannot be read", null, /It is upstream/],
])("says when the example that the address names %s", async (_, answer, words) => {
  draw(
    {
      "evaluations.results": ({ body }) =>
        !body.find
          ? json(evaluationResults(rows))
          : answer
            ? json({ ...evaluationResults(rows), ...answer })
            : failed("upstream"),
    },
    "?row=gone",
  );
  expect(await screen.findByText(words)).toBeTruthy();
  const pane = screen.getByRole("region", { name: "Example" });
  await userEvent.click(within(pane).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Example" })).toBeNull();
});

it("shows what the client logged where it counts in another way", async () => {
  draw({
    "evaluations.figures": () =>
      json({ runs: [evaluationFigures({ scores: [scoreFigures({ logged: 0.5, logged_differs: true })] })] }),
  });
  expect(await screen.findByText("as logged 0.500")).toBeTruthy();
});

it.each<[string, Partial<EvaluationRun>, RegExp]>([
  ["a deleted dataset", { dataset_state: "deleted", dataset_row_count: null }, /which was deleted/],
  ["a missing summary", { state: "unsummarized" }, /Summary missing, computed from 100 trials/],
  [
    "an interruption",
    { state: "lost", ended_trial_count: 7, last_activity_at: "2026-11-20T10:05:00Z" },
    /^No sign of life since .*, 7 of 100 trials$/,
  ],
])("shows the figures and the examples of a run with %s", async (_, run, words) => {
  draw({ "evaluations.query": () => json({ runs: [evaluationRun(run)], total_count: 1 }) });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByRole("button", { name: /exact 0\.600/ })).toBeTruthy();
  expect(await within(await examples()).findByText("Question 0")).toBeTruthy();
});

it.each<[string, Answers, string, RegExp]>([
  [
    "a run that does not exist",
    { "evaluations.query": () => json({ runs: [], total_count: 0 }) },
    "",
    /Evaluation not found/,
  ],
  ["figures that fail", { "evaluations.figures": () => failed("upstream") }, "", /It is upstream/],
  [
    "filters without a match",
    { "evaluations.results": () => json(evaluationResults([])) },
    "?show=failing",
    /No examples match/,
  ],
  ["examples that cannot be loaded", { "evaluations.results": () => failed("upstream") }, "", /It is upstream/],
])("says what is known of %s", async (_, answers, address, words) => {
  draw(answers, address);
  expect(await screen.findByText(words)).toBeTruthy();
});
