// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { takeCarried } from "@/lib/address/carried-rows";
import { layOut } from "@/test/setup/browser-layout";
import {
  comparison,
  evaluationFigures,
  evaluationResults,
  evaluationRun,
  resultRow,
  scoreFigures,
} from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CompareView } from "./compare-view";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({}),
  usePathname: () => "/",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
afterEach(cleanPage);

const names: Readonly<Record<string, string>> = { r1: "First", r2: "Second" };

const compared = (given: Parameters<typeof comparison>[0] = {}) => ({
  shared_count: 50,
  example_counts: [50, 50],
  runs: ["r1", "r2"].map((id, index) => ({
    run_id: id,
    paired_count: 50,
    scores: [
      {
        id: "exact",
        mean: 0.6 + index * 0.1,
        interval: { low: 0.5, high: 0.8 },
        comparison: index === 0 ? null : { ...comparison(given), holm_p: 0.02, win_share: 0.55 },
        pass_at: [{ k: 2, any: 0.7, all: 0.5, examples: 50 }],
      },
    ],
  })),
  warnings: [] as string[],
});

function draw(answers: Answers = {}, address = "?runs=r1,r2") {
  const sent = answerRequests({
    "evaluations.query": ({ body }) =>
      json({ runs: body.run_ids.map((id: string) => evaluationRun({ id, name: names[id] ?? id })), total_count: 2 }),
    "evaluations.figures": ({ body }) =>
      json({ runs: body.runs.map(({ id }: { id: string }) => evaluationFigures({ run_id: id })) }),
    "evaluations.compare": () => json(compared()),
    "evaluations.results": () => json(evaluationResults([resultRow(0, [true, false]), resultRow(1, [false, true])])),
    "evaluations.values": () =>
      json({
        keys: ["k0", "k1"],
        positions: [0, 1],
        values: [
          [1, 0.5],
          [0.5, 1],
        ],
      }),
    "calls.streamQuery": () => lines([]),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <CompareView />
    </TooltipProvider>,
    { address },
  );
  return sent;
}

const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

it("shows the paired difference with its interval, and examples won, tied and lost", async () => {
  draw();
  const row = await rowOf("Second");
  expect(within(row).getByText("+.100")).toBeTruthy();
  expect(within(row).getByText("Higher: +.050 to +.150 (95% interval).")).toBeTruthy();
  expect(within(row).getByText("10 won, 35 tied, 5 lost")).toBeTruthy();
  expect(within(await rowOf("First")).getByText("baseline")).toBeTruthy();
});

it("takes the examples that got worse to a new evaluation", async () => {
  const sent = draw({}, "?runs=r1,r2&show=worse");
  await userEvent.click(await screen.findByRole("button", { name: "Evaluate 2 examples" }));
  await waitFor(() => expect(push).toHaveBeenCalledOnce());
  const address = new URL(push.mock.calls[0]?.[0], "http://x");
  expect(address.pathname).toBe("/airline/evaluations/new");
  expect(takeCarried(address.searchParams.get("carried") ?? "")).toMatchObject({
    rows: [{ question: "Question 0" }, { question: "Question 1" }],
    leftOut: 0,
  });
  const read = sent.find(({ body }) => body?.texts === "whole")?.body;
  expect(read).toMatchObject({ run_ids: ["r1", "r2"], show: "worse" });
});

it("compares on held-out rows, says how many were trained on, and on all rows on request", async () => {
  const sent = draw({
    "evaluations.compare": ({ body }) => {
      const part = body.rows.part as string;
      const counted = part === "held_out" ? 16 : part === "trained" ? 32 : 48;
      return json({ ...compared(), rows: { part, counted, trained: 32, all: 48, models: ["m"] } });
    },
  });
  expect(await screen.findByText("trained on 32 of 48 rows")).toBeTruthy();
  const partsOf = (operation: string) =>
    sent.filter((request) => request.operation === operation).map(({ body }) => body.rows.part);
  const reads = ["evaluations.figures", "evaluations.compare", "evaluations.results", "evaluations.values"];
  await waitFor(() => expect(reads.map((one) => partsOf(one).at(-1))).toEqual(reads.map(() => "held_out")));
  // The runs' own figures are over the rows of the comparison.
  expect(sent.find(({ operation }) => operation === "evaluations.figures")?.body.same_rows).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "All 48" }));
  await waitFor(() => expect(reads.map((one) => partsOf(one).at(-1))).toEqual(reads.map(() => "all")));
});

it("shows slices of the runs side by side over the rows they share, and compares one of them", async () => {
  const sent = draw(
    {
      "evaluations.slices": ({ body }) =>
        json({
          path: body.path ?? "split",
          paths: [{ path: "split", value_count: 2 }],
          mean: 0.5,
          values: ["train", "test"].map((value, index) => ({
            ...{ value, examples: 10 + index, is_within_noise: false },
            ...{ mean: body.run_id === "r1" ? 0.25 : 1 - index / 2, interval: { low: 0.125, high: 0.875 } },
          })),
          other_count: 0,
        }),
    },
    "?runs=r1,r2&slice=split",
  );
  const table = within(await screen.findByRole("table", { name: "exact by split" }));
  expect(table.getByRole("row", { name: /^train/ }).textContent).toBe(
    "train0.250 .125 to .875, n 101.000 .125 to .875, n 10",
  );
  expect(table.getByRole("row", { name: /^test/ }).textContent).toContain("0.500 .125 to .875, n 11");
  const slices = sent.filter(({ operation }) => operation === "evaluations.slices");
  expect(slices.find(({ body }) => body.run_id === "r2")?.body.same_rows_as).toEqual(["r1"]);
  await userEvent.click(table.getByRole("button", { name: "test" }));
  const reads = ["evaluations.figures", "evaluations.compare", "evaluations.results", "evaluations.values"];
  const rowsOf = (operation: string) => sent.findLast((request) => request.operation === operation)?.body.rows;
  const wanted = { part: "held_out", where: [{ path: "split", value: "test" }] };
  await waitFor(() => expect(reads.map(rowsOf)).toEqual(reads.map(() => wanted)));
  // All slices stay to choose from.
  expect(table.getByRole("row", { name: /^train/ })).toBeTruthy();
});

const sliced = {
  "evaluations.slices": ({ body }: { body: { path: string | null } }) =>
    json({
      path: body.path ?? "split",
      paths: ["split", "kind"].map((path) => ({ path, value_count: 3 })),
      mean: 0.5,
      values: ["train", "test", ""].map((value, index) => ({
        ...{ value, examples: 20 - index, mean: 0.5, interval: null, is_within_noise: false },
      })),
      other_count: 0,
    }),
  "evaluations.compareSlices": ({ body }: { body: { path: string | null; values: string[]; run_ids: string[] } }) =>
    json({
      path: body.path ?? null,
      slices: body.values.map((value, index) => ({ value, rows: 20 - index, trained: index === 0 ? 12 : 0 })),
      runs: body.run_ids.map((run_id, run) => ({
        run_id,
        scores: ["tone", "exact"].map((id) => ({
          id,
          kind: "boolean",
          slices: body.values.map((_, at) => ({
            ...{ rows: 20 - at, examples: 20 - at, mean: 0.75 - at / 2, interval: { low: 0.125, high: 0.875 } },
            interval_method: "wilson",
          })),
          change: {
            ...{ difference: -0.5, interval: { low: -0.75, high: -0.25 }, p: 0.01, holm_p: run === 0 ? 0.04 : 0.06 },
            ...{ test: "fisher", verdict: "lower", detectable_difference: 0.3 },
          },
        })),
      })),
    }),
};

it("puts two slices side by side in each score of each run, as the address names them", async () => {
  const sent = draw(sliced, "?runs=r1,r2&by=split&left=train&right=test");
  const table = within(await screen.findByRole("table", { name: "train beside test" }));
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Score, evaluation",
    "train, 20 rows, 12 trained on",
    "test, 19 rows",
    "test − train, 95% interval",
    "p, corrected",
  ]);
  // The compared score is first.
  expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["exact", "tone"]);
  const [, , first, second] = table.getAllByRole("row");
  const textOf = (row: Element | undefined) => [...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent);
  expect(textOf(first)).toEqual([
    "AFirst agent",
    "0.750.125 to .875, n 20",
    "0.250.125 to .875, n 19",
    "−.500↓ −.750 to −.250Lower: −.750 to −.250 (95% interval).",
    ".040",
  ]);
  // A difference whose corrected p is above 0.05 is not one that is shown.
  expect(textOf(second)[3]).toContain("≈ −.750 to −.250No difference shown: −.750 to −.250 (95% interval), but p .060");
  expect(sent.find(({ operation }) => operation === "evaluations.compareSlices")?.body).toMatchObject({
    ...{ run_ids: ["r1", "r2"], path: "split", values: ["train", "test"] },
  });
  const section = within(screen.getByRole("region", { name: "Slices side by side" }));
  expect(section.getByText(/Fisher's exact test, Holm over 4 tests$/)).toBeTruthy();
});

it("opens the two largest slices, swaps them, and closes them", async () => {
  const sent = draw(sliced);
  const asked = () => sent.findLast(({ operation }) => operation === "evaluations.compareSlices")?.body.values;
  await userEvent.click(await screen.findByRole("button", { name: "Two slices" }));
  await waitFor(() => expect(asked()).toEqual(["train", "test"]));
  await userEvent.click(screen.getByRole("button", { name: "Swap the slices" }));
  await waitFor(() => expect(asked()).toEqual(["test", "train"]));
  await userEvent.click(screen.getByRole("button", { name: "Close the slices" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Slices side by side" })).toBeNull());
});

it("begins with what models were trained on, where that divides the rows", async () => {
  const sent = draw({
    ...sliced,
    "evaluations.compare": () =>
      json({ ...compared(), rows: { part: "held_out", counted: 16, trained: 32, all: 48, models: ["m"] } }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Two slices" }));
  expect(await screen.findByRole("table", { name: "trained on beside held out" })).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "evaluations.compareSlices")?.body).toMatchObject({
    ...{ path: null, values: ["trained", "held_out"] },
  });
});

it("says that the slices could not be compared, and tries again on request", async () => {
  let isDown = true;
  draw(
    {
      ...sliced,
      "evaluations.compareSlices": (request) =>
        isDown ? failed("upstream") : sliced["evaluations.compareSlices"](request),
    },
    "?runs=r1,r2&by=split&left=train&right=test",
  );
  const section = within(await screen.findByRole("region", { name: "Slices side by side" }));
  expect((await section.findByRole("alert")).textContent).toContain("It is upstream");
  expect(section.getByRole("button", { name: "CSV" })).toHaveProperty("disabled", true);
  isDown = false;
  await userEvent.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByRole("table", { name: "train beside test" })).toBeTruthy();
});

it("says that a member does not divide the rows", async () => {
  draw(
    {
      ...sliced,
      "evaluations.slices": () => json({ path: "n", paths: [], mean: 0.5, values: [], other_count: 0 }),
    },
    "?runs=r1,r2&by=n",
  );
  expect(await screen.findByText("n has fewer than two values. Choose another member.")).toBeTruthy();
});

it("shows no arrow where the corrected p is above 0.05, and names the methods that were used", async () => {
  const shown = compared({ test: "mcnemar", interval_method: "bonett-price" });
  const [first, second] = shown.runs.map((run) => ({
    ...run,
    scores: run.scores.map((one) => ({ ...one, comparison: one.comparison && { ...one.comparison, holm_p: 0.065 } })),
  }));
  draw({ "evaluations.compare": () => json({ ...shown, runs: [first, second] }) });
  const row = await rowOf("Second");
  expect(within(row).getByText(".065")).toBeTruthy();
  expect(within(row).getByText(/^No difference shown: .* but p .065 after correction/)).toBeTruthy();
  expect(
    await screen.findByText(
      "paired by example; intervals: Bonett and Price (2012); p: exact McNemar test, corrected by Holm; ≈ may be chance",
    ),
  ).toBeTruthy();
});

it("shows the other scores with their differences, and compares by one of them", async () => {
  const tone = { ...compared().runs[1]?.scores[0], id: "tone", mean: 0.84 };
  const both = { ...compared(), runs: compared().runs.map((run) => ({ ...run, scores: [...run.scores, tone] })) };
  draw({
    "evaluations.compare": () => json(both),
    "evaluations.figures": ({ body }) =>
      json({
        runs: body.runs.map(({ id }: { id: string }) =>
          evaluationFigures({ run_id: id, scores: [scoreFigures(), scoreFigures({ id: "tone", scorer: "tone" })] }),
        ),
      }),
  });
  const row = await rowOf("Second");
  expect(within(row).getByText("0.840")).toBeTruthy();
  expect(within(row).getByTitle(/^Compared with the baseline on 50 shared examples/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "tone" }));
  expect(await screen.findByRole("button", { name: "exact" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "tone" })).toBeNull();
});

it("says when there are not enough examples, and what makes the comparison doubtful", async () => {
  draw({
    "evaluations.compare": () =>
      json({
        ...compared({ examples: 9, interval: null, p: null, test: null, verdict: "too-few-examples" }),
        warnings: ["Only 9 of 50 examples are in all runs."],
      }),
  });
  expect(await screen.findByText("Too few to compare: 9 shared examples, 10 needed.")).toBeTruthy();
  expect(screen.getByText("Only 9 of 50 examples are in all runs.")).toBeTruthy();
});

it("lists regressions first, and moves to the next by a key, without a change of the list", async () => {
  const sent = draw({
    "evaluations.results": ({ body }) => {
      const all = [resultRow(0, [true, false]), resultRow(1, [false, true])];
      return json({ ...evaluationResults(all), ...(body.find ? { found: { row: all[1], index: 1 } } : {}) });
    },
  });
  await screen.findByText("Question 0");
  const last = () => sent.filter(({ operation }) => operation === "evaluations.results").at(-1)?.body;
  expect(last()).toMatchObject({ sort_by: { by: "change", direction: "asc" }, focus_id: "r2", show: "all" });
  press("n");
  expect(await screen.findByRole("region", { name: "Answers" })).toBeTruthy();
  expect(last()).toMatchObject({ find: { key: null, next: "worse" }, show: "all", focus_id: "r2" });
  press("d");
  await waitFor(() => expect(last()).toMatchObject({ find: { key: "k1", next: "disagreeing" } }));
  expect(screen.getByRole("radio", { name: /All/ }).getAttribute("aria-checked")).toBe("true");
});

it("shows the answers side by side with the words that differ", async () => {
  draw();
  await userEvent.click(await screen.findByText("Question 0"));
  const answers = await screen.findByRole("region", { name: "Answers" });
  const second = within(answers).getByRole("article", { name: "Second" });
  expect(second.querySelector("ins")?.textContent).toContain("Wrong");
  await userEvent.click(within(answers).getByRole("switch", { name: "Word diff to A" }));
  expect(second.querySelector("ins")).toBeNull();
});

it("aligns the tool calls of the answers by name, and links each to its trace", async () => {
  const tool = (id: string, parent: string, op: string, rest: object = {}) => ({
    id,
    parent_id: parent,
    project_id: "demo/airline",
    trace_id: "t",
    op_name: op,
    started_at: `2026-11-20T10:00:0${id.at(-1)}Z`,
    attributes: { kind: "tool" },
    inputs: {},
    ...rest,
  });
  const found = resultRow(0, [true, false]);
  const [first, second] = found.runs.map((run) => run?.trials[0]?.model_call_id ?? "");
  const calls = [
    tool("a1", first ?? "", "search"),
    tool("a2", first ?? "", "update", { exception: "sold out" }),
    tool("b1", second ?? "", "update"),
    // Not a tool, but one is below it.
    { ...tool("b2", second ?? "", "plan"), attributes: { kind: "agent" } },
    tool("b3", "b2", "book"),
  ];
  draw({
    "calls.streamQuery": ({ body }) =>
      lines(
        calls.filter(
          ({ id, parent_id: parent }) =>
            (body.filter.parent_ids ?? []).includes(parent) || (body.filter.call_ids ?? []).includes(id),
        ),
      ),
    "calls.preview": ({ body }) =>
      json({
        previews: body.call_ids.map((id: string) => ({
          id,
          inputs: `{"flight":"${id}"}`,
          inputs_length: 15,
          output: null,
          output_length: 0,
        })),
      }),
  });
  await userEvent.click(await screen.findByText("Question 0"));
  const linesOf = async (name: string) => {
    const list = await screen.findByRole("list", { name: `Tool calls of ${name}` });
    return within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent?.match(/search|update|book|no call here/)?.[0]);
  };
  expect(await linesOf("First")).toEqual(["search", "update", "no call here"]);
  expect(await linesOf("Second")).toEqual(["no call here", "update", "book"]);
  const failing = screen.getByRole("list", { name: "Tool calls of First" });
  expect(
    within(failing)
      .getByRole("link", { name: /update.*failed/ })
      .getAttribute("href"),
  ).toBe("/airline/traces/a2");
});

it("says that the tool calls could not be loaded, and keeps the answers", async () => {
  draw({ "calls.streamQuery": () => failed("upstream") });
  await userEvent.click(await screen.findByText("Question 0"));
  expect(await screen.findByText(/^Could not load the tool calls: /)).toBeTruthy();
  expect(screen.getByRole("article", { name: "Second" }).textContent).toContain("Wrong answer");
});

it("reopens the answers to the example that the address names", async () => {
  draw({}, "?runs=r1,r2&row=k1");
  expect(await screen.findByText("Row 1")).toBeTruthy();
});

it("reopens the answers to an example that the filter leaves out", async () => {
  draw(
    {
      "evaluations.results": ({ body }) =>
        json({
          ...evaluationResults([resultRow(0, [true, false])]),
          ...(body.find ? { found: { row: resultRow(700, [true, true]), index: null } } : {}),
        }),
    },
    "?runs=r1,r2&show=worse&row=k700",
  );
  expect(await screen.findByText("Row 700")).toBeTruthy();
});

it("shows all examples at once, the worse before the better, and opens the one that is pressed", async () => {
  const sent = draw();
  const strip = await screen.findByRole("region", { name: "Examples by evaluation" });
  expect(
    within(strip)
      .getAllByRole("group")
      .map((group) => group.getAttribute("aria-label")),
  ).toEqual(["1 example worse", "1 example better"]);
  expect(screen.getByRole("img", { name: "B against A: 1 better, 1 worse, 0 the same of 2 examples" })).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "evaluations.values")?.body).toMatchObject({ score: "exact" });
  await userEvent.click(within(strip).getByRole("button", { name: "Row 1: A 0.500, B 1.000" }));
  expect(await screen.findByText("Row 1")).toBeTruthy();
  expect(
    within(strip)
      .getByRole("button", { name: /^Row 1/ })
      .getAttribute("aria-pressed"),
  ).toBe("true");
  await userEvent.click(screen.getByRole("switch", { name: "Map" }));
  expect(screen.queryByRole("region", { name: "Examples by evaluation" })).toBeNull();
});

it("compares without the map where the service does not have it", async () => {
  draw({ "evaluations.values": () => failed("unsupported") });
  expect(await screen.findByText("Question 0")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says that the map failed, above the examples", async () => {
  draw({ "evaluations.values": () => failed("upstream") });
  expect(await screen.findByText(/It is upstream/)).toBeTruthy();
  expect(await screen.findByText("Question 0")).toBeTruthy();
});

it("swaps the baseline", async () => {
  const sent = draw();
  await userEvent.click(await screen.findByRole("button", { name: "Swap A and B" }));
  await waitFor(() =>
    expect(sent.filter(({ operation }) => operation === "evaluations.compare").at(-1)?.body.run_ids).toEqual([
      "r2",
      "r1",
    ]),
  );
});

it("says what is missing when the address names one run", async () => {
  draw({}, "?runs=r1");
  expect(await screen.findByText("Nothing to compare")).toBeTruthy();
});

it("shows a failure as one", async () => {
  draw({ "evaluations.compare": () => failed("upstream") });
  expect(await screen.findByRole("alert")).toBeTruthy();
});
