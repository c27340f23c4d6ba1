// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EvaluationForm } from "@/app/(dashboard)/[workspace]/evaluations/new/parts/evaluation-form";
import { RunningView } from "@/app/(dashboard)/[workspace]/evaluations/new/run/running-view";
import { operations } from "@/lib/api/contract/operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { EMPTY_DRAFT, type EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";

const estimate = operations["evaluationRuns.estimate"].example.result;
const dataset = operations["obj.read"].example.result.obj;
const run = operations["evaluationRuns.read"].example.result;

const DRAFT: EvaluationDraft = {
  ...EMPTY_DRAFT,
  name: "sums",
  models: [{ model: "openai/adder", promptRef: null }],
  user: "{question}",
  datasetRef: "weave:///demo/airline/object/sums:abc",
  scorers: [{ kind: "regex", name: "matches", pattern: "\\d" }],
};

const LISTS: Answers = {
  "completions.providers": () => json({ providers: [] }),
  "objs.query": () => json({ objs: [] }),
};

const refused = (loc: readonly string[], msg: string) =>
  new Response(
    JSON.stringify({
      error: {
        kind: "validation",
        message: "The service rejected the request.",
        requestId: "r",
        operation: "evaluationRuns.estimate",
        detail: [{ loc, msg, type: "value_error" }],
      },
    }),
    { status: 422 },
  );

const keepDraft = (draft: EvaluationDraft) =>
  window.localStorage.setItem("heddle.evaluation-draft.w", JSON.stringify(draft));

// A list scrolls to its chosen option; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
beforeEach(() => window.localStorage.clear());
afterEach(cleanPage);

describe("the form of a new evaluation", () => {
  const started: string[] = [];
  const open = () =>
    renderElementOnPage(<EvaluationForm workspace={testWorkspace} onStarted={(id) => started.push(id)} />);

  it("proposes the column that a name in the prompt stands for, with its first value, and sends the mapping", async () => {
    keepDraft({ ...DRAFT, user: "{user_input}" });
    const sent = answerRequests({
      ...LISTS,
      "obj.read": () => json({ obj: { ...dataset, val: { rows: "weave:///demo/airline/table/t1" } } }),
      "table.query": () => json({ rows: [{ digest: "d", val: { question: "2 + 1", answer: "3" } }] }),
      "evaluationRuns.estimate": ({ body }) =>
        body.settings.column_map
          ? json(estimate)
          : refused(
              ["body", "settings", "models", "0", "messages", "0", "content"],
              "No row has the column user_input",
            ),
    });
    open();
    const part = await screen.findByRole("region", { name: "Columns" });
    fireEvent.click(await within(part).findByRole("button", { name: "Use question" }));
    expect(within(part).getByText("2 + 1")).toBeTruthy();
    await waitFor(() => {
      const last = sent.findLast(({ operation }) => operation === "evaluationRuns.estimate");
      expect(last?.body.settings.column_map).toEqual({ user_input: "question" });
    });
    fireEvent.click(within(part).getByRole("button", { name: "Remove the mapping of user_input" }));
    expect(within(part).getByRole("button", { name: "Use question" })).toBeTruthy();
  });

  it("shows a complete evaluation as a program that starts it", async () => {
    keepDraft(DRAFT);
    answerRequests({ ...LISTS, "evaluationRuns.estimate": () => json(estimate) });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "As code" }));
    const dialog = await screen.findByRole("dialog", { name: "As code" });
    const path = operations["evaluationRuns.start"].path;
    expect(within(dialog).getByText(new RegExp(`curl .*${path}'`))).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("radio", { name: "Python" }));
    expect(within(dialog).getByText(/"project_id": "demo\/airline"/).textContent).toContain(
      'print(answer.json()["id"])',
    );
  });

  it("says what is missing, and sends nothing before it is complete", async () => {
    const sent = answerRequests(LISTS);
    open();
    expect(await screen.findByText("Needs a model, a table, a scorer")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Add scorer: LLM judge" }));
    expect(screen.getByRole("textbox", { name: "Prompt" })).toBeTruthy();
    expect(sent.some(({ operation }) => operation.startsWith("evaluationRuns"))).toBe(false);
  });

  it("estimates the draft of an earlier visit, and starts it by key", async () => {
    keepDraft(DRAFT);
    const sent = answerRequests({
      ...LISTS,
      "evaluationRuns.estimate": () => json(estimate),
      "evaluationRuns.start": () => json({ ...run, id: "run-1" }),
    });
    open();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Run 100 trials" });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(screen.getByText("$0.03 to $0.06")).toBeTruthy();
    press("Mod+Enter");
    await waitFor(() => expect(started).toEqual(["run-1"]));
    const body = sent.find(({ operation }) => operation === "evaluationRuns.start")?.body;
    expect(body.settings).toMatchObject({ name: "sums", scorers: [{ kind: "regex", pattern: "\\d" }] });
  });

  it("shows what the service rejects at its field, and does not run", async () => {
    keepDraft(DRAFT);
    answerRequests({
      ...LISTS,
      "evaluationRuns.estimate": () => refused(["body", "settings", "scorers", "0", "pattern"], "missing closing )"),
    });
    open();
    expect(await screen.findByText("1 problem to fix")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^matches/ }));
    const field = screen.getByRole("textbox", { name: "Pattern" });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(true);
  });

  it("says that a service does not run evaluations", async () => {
    keepDraft(DRAFT);
    answerRequests(LISTS);
    open();
    expect(await screen.findByText("This connection does not support running evaluations")).toBeTruthy();
  });
});

describe("an evaluation that runs", () => {
  const open = (isMember = true) =>
    renderElementOnPage(
      <RunningView
        workspace={testWorkspace}
        runId={run.id}
        isMember={isMember}
        scorer={null}
        onScorer={() => undefined}
        view="live"
        onView={() => undefined}
        onNew={() => undefined}
      />,
    );

  it("shows progress, scores with their interval, and marks in words", async () => {
    answerRequests({ "evaluationRuns.read": () => json(run) });
    open();
    expect(await screen.findByText("of 100 trials")).toBeTruthy();
    const models = within(screen.getByRole("region", { name: "By model" }));
    expect(models.getByText("0.620")).toBeTruthy();
    expect(models.getByText("0.500 to 0.740")).toBeTruthy();
    expect(screen.getByRole("img", { name: "gpt-4.1-mini: 1, running" })).toBeTruthy();
  });

  it("changes how many calls of a running evaluation are open at a time", async () => {
    const sent = answerRequests({ "evaluationRuns.read": () => json(run), "evaluationRuns.resume": () => json(run) });
    open();
    const list = await screen.findByRole("combobox", { name: "Calls at a time, per model" });
    expect(list.textContent).toBe("8 at a time");
    fireEvent.keyDown(list, { key: "Enter" });
    fireEvent.keyDown(await screen.findByRole("option", { name: "16 at a time" }), { key: "Enter" });
    await waitFor(() => {
      const resumed = sent.find(({ operation }) => operation === "evaluationRuns.resume");
      expect(resumed?.body).toMatchObject({ run_id: run.id, concurrency: 16 });
    });
  });

  it("raises the spending limit of a paused run", async () => {
    const settings = { ...run.settings, limits: { concurrency: 8, timeout_s: 120, retries: 2, max_cost_usd: 2 } };
    const reason = "The spending limit of $2 is reached.";
    const sent = answerRequests({
      "evaluationRuns.read": () => json({ ...run, state: "paused", reason, settings }),
      "evaluationRuns.resume": () => json(run),
    });
    open();
    const field = await screen.findByRole("textbox", { name: "New limit in USD" });
    fireEvent.change(field, { target: { value: "7" } });
    fireEvent.submit(field);
    await waitFor(() =>
      expect(sent.find(({ operation }) => operation === "evaluationRuns.resume")?.body).toMatchObject({
        max_cost_usd: 7,
      }),
    );
  });

  it("asks before it stops, says what is kept, and offers a pause, which can be resumed", async () => {
    const sent = answerRequests({
      "evaluationRuns.read": () => json(run),
      "evaluationRuns.stop": () => json({ ...run, state: "stopped" }),
      "evaluationRuns.pause": () => json({ ...run, state: "paused" }),
    });
    const wasSent = (operation: string) => sent.some((request) => request.operation === operation);
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Stop this evaluation?" }));
    expect(dialog.getByText(/answers and scores of 61 of 100 trials are kept/)).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Pause instead" }));
    await waitFor(() => expect(wasSent("evaluationRuns.pause")).toBe(true));
    expect(wasSent("evaluationRuns.stop")).toBe(false);
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    fireEvent.click(await screen.findByRole("button", { name: "Stop evaluation" }));
    await waitFor(() => expect(wasSent("evaluationRuns.stop")).toBe(true));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows that it is stopping while its last trials run, in place of the question", async () => {
    let state: typeof run.state = "running";
    answerRequests({
      "evaluationRuns.read": () => json({ ...run, state }),
      // Answered once the trials have ended.
      "evaluationRuns.stop": () => {
        state = "stopping";
        return new Promise<Response>(() => undefined);
      },
    });
    const { client } = open();
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    fireEvent.click(await screen.findByRole("button", { name: "Stop evaluation" }));
    await waitFor(() => expect(state).toBe("stopping"));
    await client.invalidateQueries();
    expect((await screen.findByRole("status")).textContent).toBe("Stopping");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("leads from an evaluation that has ended to its results, and to another one like it", async () => {
    const hrefs = async (models: typeof run.models) => {
      answerRequests({ "evaluationRuns.read": () => json({ ...run, state: "stopped", models }) });
      open();
      const links = [
        await screen.findByRole("link", { name: /results$/ }),
        screen.getByRole("link", { name: "Run again" }),
      ];
      cleanPage();
      return links.map((link) => link.getAttribute("href"));
    };
    const [model] = run.models;
    if (model === undefined) throw new Error("The example has no model.");
    const models = ["a", "b"].map((id) => ({ ...model, call_id: id }));
    expect(await hrefs(models.slice(0, 1))).toEqual([
      "/airline/evaluations/a",
      "/airline/evaluations/new?like=a&model=a",
    ]);
    expect(await hrefs(models)).toEqual([
      "/airline/evaluations/compare?runs=a,b",
      "/airline/evaluations/new?like=a&model=a&model=b",
    ]);
  });

  it("follows the rows that run in blocks, and stays at the one that was chosen", async () => {
    let complete = 0;
    const [marks] = run.row_marks;
    const sent = answerRequests({
      "evaluationRuns.read": ({ body }) =>
        json({
          ...{ ...run, rows: 250, rows_complete: complete },
          row_marks: Array.from({ length: Math.min(100, 250 - body.rows_offset) }, (_, at) => ({
            ...marks,
            position: body.rows_offset + at,
          })),
        }),
    });
    const { client } = open();
    expect(await screen.findByText("1 to 100")).toBeTruthy();
    complete = 130;
    await client.invalidateQueries();
    expect(await screen.findByText("101 to 200")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Earlier rows" }));
    expect(await screen.findByText("1 to 100")).toBeTruthy();
    complete = 210;
    await client.invalidateQueries();
    expect(screen.getByText("1 to 100")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Follow" }));
    expect(await screen.findByText("201 to 250")).toBeTruthy();
    expect(sent.map(({ body }) => body.rows_offset)).toContain(200);
  });

  it("offers a viewer no actions", async () => {
    answerRequests({ "evaluationRuns.read": () => json(run) });
    open(false);
    expect(await screen.findByText("of 100 trials")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it("does not show a failure as an evaluation without rows", async () => {
    answerRequests({ "evaluationRuns.read": () => failed("unreachable") });
    open();
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.queryByText("No row has begun yet")).toBeNull();
  });
});
