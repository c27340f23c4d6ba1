// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { comparison, evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { LeaderboardView } from "./leaderboard-view";

const push = vi.hoisted(() => vi.fn());

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({}),
  usePathname: () => "/",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

// The list scrolls to the chosen option; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanPage);

const REF = "weave:///demo/airline/object/tasks-evaluation:abc";
const column = { evaluation_object_ref: REF, scorer_name: "exact", summary_metric_path: "true_fraction" };

const object = (val: unknown) => ({
  project_id: "demo/airline",
  object_id: "agents",
  digest: "d",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  base_object_class: "Leaderboard",
  created_at: "2026-11-20T10:00:00Z",
  val,
});

function draw(answers: Answers = {}) {
  const sent = answerRequests({
    "objs.query": () => json({ objs: [object({ name: "agents", columns: [column] })] }),
    "evaluations.query": () =>
      json({
        runs: [
          evaluationRun({ id: "r2", model_name: "gpt", evaluation_ref: REF }),
          evaluationRun({ id: "r1", model_name: "agent", evaluation_ref: REF }),
        ],
        total_count: 2,
      }),
    "evaluations.figures": ({ body }) =>
      json({
        runs: body.runs.map(({ id, against_id: against }: { id: string; against_id?: string }) => {
          const change = against === undefined ? null : comparison({ difference: -0.3, verdict: "lower" });
          return evaluationFigures({
            run_id: id,
            against_id: against ?? null,
            scores: [scoreFigures({ mean: id === "r2" ? 0.7 : 0.4, change })],
          });
        }),
      }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <LeaderboardView />
    </TooltipProvider>,
  );
  return sent;
}

/** Chooses an option of one of the dialog's lists. */
async function choose(list: string, option: string) {
  const trigger = screen.getByRole("combobox", { name: list });
  await waitFor(() => expect(trigger.hasAttribute("data-disabled")).toBe(false));
  trigger.focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

it("shows the newest run of each model with its interval, and marks the best", async () => {
  draw();
  const row = await (await board()).findByRole("row", { name: /gpt/ });
  expect(await within(row).findByText("0.700")).toBeTruthy();
  expect(within(row).getByText("best")).toBeTruthy();
  expect(within(row).getByRole("link").getAttribute("href")).toBe("/airline/evaluations/r2");
  expect(within((await board()).getByRole("row", { name: /agent/ })).queryByText("best")).toBeNull();
});

it("ranks the models by a score, with their paired differences to the best and what a trial took", async () => {
  const sent = draw();
  const row = await screen.findByRole("row", { name: /2 agent .*0\.400/ });
  const mark = await within(row).findByTitle(/^Compared with gpt on 50 shared examples/);
  expect(mark.textContent).toBe("↓worse−.300");
  expect(within(row).getByText("50 × 2")).toBeTruthy();
  expect(within(row).getByText("$0.0027")).toBeTruthy();
  expect(sent.findLast(({ operation }) => operation === "evaluations.figures")?.body.runs).toEqual([
    { id: "r1", against_id: "r2" },
  ]);
  const head = screen.getByRole("columnheader", { name: /exact/ });
  expect(head.getAttribute("aria-sort")).toBe("descending");
});

it("ranks by a slice of the rows", async () => {
  const sent = draw({
    "evaluations.slices": ({ body }) =>
      json({
        path: body.path ?? "level",
        paths: [{ path: "level", value_count: 2 }],
        mean: 0.5,
        values: ["easy", "hard"].map((value) => {
          return { value, examples: 25, mean: 0.5, interval: null, is_within_noise: true };
        }),
        other_count: 0,
      }),
  });
  await screen.findByRole("row", { name: /gpt/ });
  await screen.findByRole("combobox", { name: "Slice by" });
  await choose("Slice by", "level");
  await choose("Value of level", "hard 25");
  const rows = { part: "held_out", where: [{ path: "level", value: "hard" }] };
  const figures = () => sent.filter(({ operation }) => operation === "evaluations.figures");
  // Those of the models, and the differences between them.
  await waitFor(() => expect(figures().filter(({ body }) => body.rows.where !== undefined)).toHaveLength(2));
  expect(figures().at(-1)?.body).toMatchObject({ rows, same_rows: true });
});

it("ranks by the rows that no model was trained on, with their number, and by others on request", async () => {
  const sent = draw({
    "evaluations.figures": ({ body }) => {
      const counted = { held_out: 16, trained: 32, all: 48 }[body.rows.part as "all"];
      const rows = { part: body.rows.part, counted, trained: 32, all: 48, models: ["m"] };
      return json({
        runs: body.runs.map(({ id, against_id: against }: { id: string; against_id?: string }) => {
          const isFirst = (id === "r2") === (body.rows.part === "held_out");
          const scores = [scoreFigures({ mean: isFirst ? 0.7 : 0.4, example_count: counted })];
          return { ...evaluationFigures({ run_id: id, against_id: against ?? null, scores }), rows };
        }),
      });
    },
  });
  expect(await screen.findByText("trained on 32 of 48 rows")).toBeTruthy();
  expect((await screen.findByRole("row", { name: /Select gpt/ })).textContent).toContain("n 16");
  expect(screen.getAllByRole("row")[1]?.textContent).toContain("gpt");
  const asked = () => sent.filter(({ operation }) => operation === "evaluations.figures").map(({ body }) => body);
  expect(asked().every(({ rows, same_rows: same }) => rows.part === "held_out" && same)).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "Trained 32" }));
  await waitFor(() => expect(screen.getAllByRole("row")[1]?.textContent).toContain("agent"));
});

/** Two evaluations: gpt has both, agent only the first. */
const POLICY = "weave:///demo/airline/object/policy-evaluation:abc";
const twoEvaluations: Answers = {
  "objs.query": () =>
    json({ objs: [object({ name: "agents", columns: [column, { ...column, evaluation_object_ref: POLICY }] })] }),
  "evaluations.query": () =>
    json({
      runs: [
        evaluationRun({ id: "r2", model_name: "gpt", evaluation_ref: REF }),
        evaluationRun({ id: "r1", model_name: "agent", evaluation_ref: REF }),
        evaluationRun({
          id: "p2",
          model_name: "gpt",
          evaluation_ref: POLICY,
          evaluation_id: "policy-evaluation",
          dataset_key: "d2",
        }),
      ],
      total_count: 3,
    }),
  serverInfo: () => json({ min_required_weave_python_version: "0", extensions: ["evaluationRuns.start"] }),
  "session.current": () =>
    json({
      person: { id: "p", name: "Ines", email: "i@demo.example", role: "admin" },
      expiresAt: "2027-01-01T00:00:00Z",
    }),
};

/** The rows of the board: the matrix below it has rows too. */
const board = async () => within(await screen.findByRole("table", { name: "agents" }));

it("ranks by the mean of all scores, which a model without one of them does not have", async () => {
  draw(twoEvaluations);
  const head = await screen.findByRole("columnheader", { name: "Mean of 2" });
  expect(head.getAttribute("aria-sort")).toBe("descending");
  expect(await screen.findByRole("row", { name: /1 gpt/ })).toBeTruthy();
  expect(within((await board()).getByRole("row", { name: /agent/ })).getByText(/1 of 2 scores/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /tasks-evaluation exact/ }));
  expect(await screen.findByRole("row", { name: /2 agent/ })).toBeTruthy();
});

it("weights the mean, and says so", async () => {
  const weighted = [column, { ...column, evaluation_object_ref: POLICY, weight: 3 }];
  draw({ ...twoEvaluations, "objs.query": () => json({ objs: [object({ name: "agents", columns: weighted })] }) });
  expect(await screen.findByRole("columnheader", { name: "Weighted mean of 2" })).toBeTruthy();
  expect(screen.getByTitle("Weight in the mean: 3")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  const weights = await screen.findAllByLabelText(/^Weight of column/);
  expect(weights.map((weight) => (weight as HTMLInputElement).value)).toEqual(["1", "3"]);
});

it("says at its field that a weight is wrong, and saves nothing", async () => {
  draw();
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const weight = await screen.findByLabelText("Weight of column 1 in the mean");
  const described = () => document.getElementById(weight.getAttribute("aria-describedby") ?? "")?.textContent ?? null;
  for (const [typed, problem] of [
    ["-1", "The weight of column 1 is a number from 0 to 1000."],
    ["much", "The weight of column 1 is a number from 0 to 1000."],
    ["0", "Give a column a weight above 0."],
  ] as const) {
    await userEvent.clear(weight);
    await userEvent.type(weight, typed);
    expect([weight.getAttribute("aria-invalid"), described()]).toEqual(["true", problem]);
    expect((screen.getByRole("button", { name: "Save version" }) as HTMLButtonElement).disabled).toBe(true);
  }
  await userEvent.clear(weight);
  await userEvent.type(weight, "0.5");
  expect([weight.getAttribute("aria-invalid"), described()]).toEqual([null, null]);
});

it("opens the form of a new evaluation for the cells that are missing", async () => {
  draw(twoEvaluations);
  const href = "/airline/evaluations/new?like=p2&model=r1";
  const run = await screen.findByRole("link", { name: "Run 1 missing" });
  expect(run.getAttribute("href")).toBe(href);
  const row = (await board()).getByRole("row", { name: /agent/ });
  expect(within(row).getByRole("link", { name: "Run" }).getAttribute("href")).toBe(href);
});

it("finds models by their name, and says when none matches", async () => {
  draw();
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search models" }), "GP");
  expect((await board()).getByRole("row", { name: /gpt/ })).toBeTruthy();
  expect((await board()).queryByRole("row", { name: /agent/ })).toBeNull();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search models" }), "x");
  expect(await screen.findByText("No model matches")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect((await board()).getByRole("row", { name: /agent/ })).toBeTruthy();
});

it("shows the score against cost, and where the models differ from each other", async () => {
  draw();
  const matrix = await screen.findByRole("region", { name: "Significant differences" });
  expect(await within(matrix).findByText(/^agent and gpt: worse, −\.300/)).toBeTruthy();
  // The other direction is the same comparison, seen from the other side.
  expect(within(matrix).getByText(/^gpt and agent: better, \+\.300/)).toBeTruthy();
  expect(screen.getByRole("region", { name: "exact against cost" }).textContent).toContain(
    "2 models by the cost of a trial",
  );
});

/** Two models that differ by no more than noise. */
const tied: Answers = {
  "evaluations.figures": ({ body }) =>
    json({
      runs: body.runs.map(({ id, against_id: against }: { id: string; against_id?: string }) => {
        const noise = { difference: -0.02, interval: { low: -0.06, high: 0.02 }, detectable_difference: 0.057 };
        const change = against === undefined ? null : comparison({ ...noise, verdict: "no-difference-shown" });
        return evaluationFigures({
          run_id: id,
          against_id: against ?? null,
          scores: [scoreFigures({ mean: id === "r2" ? 0.7 : 0.68, change })],
        });
      }),
    }),
};

it("gives models within noise of each other the same ranks, and states the smallest difference that would show", async () => {
  draw(tied);
  expect(await screen.findByRole("row", { name: /1 to 2 agent .*0\.680 within noise of the best/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /1 to 2 gpt .*0\.700 best/ })).toBeTruthy();
  const last = screen.getByRole("row", { name: /smallest detectable difference/ });
  expect(within(last).getByText(".057").getAttribute("title")).toContain("From .057 to .057");
});

it("moves, selects, compares and opens by keys", async () => {
  push.mockReset();
  draw();
  await (await board()).findByRole("row", { name: /2 agent/ });
  press("j");
  press("Enter");
  expect(push).toHaveBeenLastCalledWith("/airline/evaluations/r2");
  press("x");
  press("c");
  expect(push).toHaveBeenCalledTimes(1);
  expect(screen.getByText("Select two to six models to compare.")).toBeTruthy();
  press("j");
  press("x");
  press("c");
  expect(push).toHaveBeenLastCalledWith("/airline/evaluations/compare?runs=r2,r1");
  press("Escape");
  expect(screen.queryByText("2 selected")).toBeNull();
});

it("says that the models could not be compared, and compares them again", async () => {
  let isDown = true;
  const figures = tied["evaluations.figures"];
  draw({
    "evaluations.figures": (request) =>
      isDown && request.body.runs[0].against_id !== undefined
        ? failed("upstream")
        : (figures?.(request) ?? failed("upstream")),
  });
  expect(await screen.findByText(/^Could not compare the models: /)).toBeTruthy();
  expect((screen.getByRole("button", { name: "Export" }) as HTMLButtonElement).disabled).toBe(true);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("row", { name: /1 to 2 agent/ })).toBeTruthy();
});

it("shows only the best checkpoint of each model on request", async () => {
  draw({
    ...tied,
    "evaluations.query": () =>
      json({
        runs: [
          evaluationRun({ id: "r2", model_name: "agent:step40", evaluation_ref: REF }),
          evaluationRun({ id: "r1", model_name: "agent:step20", evaluation_ref: REF }),
        ],
        total_count: 2,
      }),
  });
  expect(await screen.findByRole("row", { name: /step20/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("switch", { name: "Best checkpoint of each model" }));
  expect(screen.queryByRole("row", { name: /step20/ })).toBeNull();
  expect(screen.getByRole("row", { name: /step40/ })).toBeTruthy();
});

it("shows models or checkpoints only, with their ranks among all", async () => {
  draw({
    ...tied,
    "evaluations.query": () =>
      json({
        runs: [
          evaluationRun({ id: "r2", model_name: "agent:step40", evaluation_ref: REF }),
          evaluationRun({ id: "r1", model_name: "gpt", evaluation_ref: REF }),
        ],
        total_count: 2,
      }),
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Models 1" }));
  expect((await board()).getByRole("row", { name: /1 to 2 gpt/ })).toBeTruthy();
  expect((await board()).queryByRole("row", { name: /step40/ })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Checkpoints 1" }));
  expect((await board()).getByRole("row", { name: /step40/ })).toBeTruthy();
  expect((await board()).queryByRole("row", { name: /gpt/ })).toBeNull();
});

it("creates a leaderboard from the scores of finished evaluations", async () => {
  const sent = draw({ "objs.query": () => json({ objs: [] }), "obj.create": () => json({ digest: "d1" }) });
  await userEvent.click(await screen.findByRole("button", { name: "New leaderboard" }));
  const dialog = await screen.findByRole("dialog", { name: "New leaderboard" });
  await userEvent.type(within(dialog).getByLabelText("Name"), "all agents");
  expect(within(dialog).getByText("Add a column.")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Add column" }));
  expect(within(dialog).getByText("Choose the score of column 1.")).toBeTruthy();
  await choose("Score of column 1", "exact");
  await choose("Direction of column 1", "Higher is better");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create leaderboard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ operation }) => operation === "obj.create")?.body.obj).toMatchObject({
    object_id: "all-agents",
    val: { _type: "Leaderboard", name: "all-agents", columns: [{ ...column, should_minimize: false }] },
  });
});

it("edits a leaderboard into its next version, and keeps the dialog with the reason when that fails", async () => {
  let isRefused = true;
  const sent = draw({ "obj.create": () => (isRefused ? failed("upstream") : json({ digest: "d2" })) });
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit agents" });
  await userEvent.type(within(dialog).getByLabelText("Description"), "Ours");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save version" }));
  expect(await within(dialog).findByText(/It is upstream/)).toBeTruthy();
  isRefused = false;
  await userEvent.click(within(dialog).getByRole("button", { name: "Save version" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.findLast(({ operation }) => operation === "obj.create")?.body.obj).toMatchObject({
    object_id: "agents",
    val: { description: "Ours", columns: [column] },
  });
});

it.each<[string, Answers, string | RegExp]>([
  ["no leaderboards", { "objs.query": () => json({ objs: [] }) }, "No leaderboards in airline yet"],
  [
    "a leaderboard without runs",
    { "evaluations.query": () => json({ runs: [], total_count: 0 }) },
    "No finished evaluation for agents yet",
  ],
  [
    "an object that is not a leaderboard",
    { "objs.query": () => json({ objs: [object({ columns: "none" })] }) },
    "This leaderboard cannot be read",
  ],
  [
    "a service without evaluations",
    { "evaluations.query": () => failed("unsupported") },
    "This connection does not support evaluations",
  ],
  ["a failure", { "objs.query": () => failed("upstream") }, /It is upstream/],
])("distinguishes %s", async (_, answers, words) => {
  draw(answers);
  expect(await screen.findByText(words)).toBeTruthy();
});
