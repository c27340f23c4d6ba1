// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { newRunOfRows, rowsOfPrompts } from "@/lib/address/carried-rows";
import { operations } from "@/lib/api/contract/operations";
import { exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { type Answers, answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { NewRunView } from "./new-run-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

// Rendering the whole form takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
// A list scrolls to its selected option, which jsdom does not support.
Element.prototype.scrollIntoView = () => undefined;
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const estimate = operations["trainingRuns.estimate"].example.result;
const settings = operations["trainingRuns.start"].example.body.settings;

const session = (role: string) => () =>
  json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

const refused = (loc: readonly string[], msg: string) =>
  new Response(
    JSON.stringify({
      error: {
        kind: "validation",
        message: "The service rejected the request.",
        requestId: "r",
        operation: "trainingRuns.estimate",
        detail: [{ loc, msg, type: "value_error" }],
      },
    }),
    { status: 422 },
  );

function draw(answers: Answers, address = "") {
  const sent = answerRequests({
    "session.current": session("member"),
    "models.base": () => json(["heddle/bytes-blank-1"]),
    "objs.query": () => json({ objs: [] }),
    "trainingRuns.estimate": () => json(estimate),
    ...answers,
  });
  renderElementOnPage(<NewRunView />, { address });
  return sent;
}

const openSelect = async (name: string) =>
  fireEvent.keyDown(await screen.findByRole("combobox", { name }), { key: "Enter" });

const startButton = () => screen.findByRole<HTMLButtonElement>("button", { name: "Start run" });

it("names what is missing, and sends nothing before it is complete", async () => {
  const sent = draw({});
  expect(await screen.findByText("Needs a base model, a name of the model, a prompt, a scorer")).toBeTruthy();
  expect((await startButton()).disabled).toBe(true);
  expect(sent.some(({ operation }) => operation.startsWith("trainingRuns"))).toBe(false);
});

it("is filled with one click, shows the estimate, and starts by key", async () => {
  const sent = draw({ "trainingRuns.start": () => json(exampleRun({ id: "run-3" })) });
  fireEvent.click(await screen.findByRole("button", { name: "Small agent" }));
  const start = await startButton();
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(within(screen.getByRole("region", { name: "Figures of the estimate" })).getByText("rollouts")).toBeTruthy();
  press("Mod+Enter");
  await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/airline/runs/run-3"));
  const body = sent.find(({ operation }) => operation === "trainingRuns.start")?.body;
  expect(body.settings).toMatchObject({ model: { kind: "new" }, tasks: { kind: "prompts" } });
});

it("lets people score the rollouts in a review queue", async () => {
  const spec = (name: string, type: string) => ({
    ...{ object_id: name, digest: "d1", val: { name, field_schema: { type } } },
    ...{
      project_id: "demo/airline",
      created_at: "2026-11-20T14:00:00Z",
      version_index: 0,
      is_latest: 1,
      kind: "object",
    },
  });
  const refs = ["polite", "why"].map((name) => `weave:///demo/airline/object/${name}:d1`);
  const queue = {
    id: "queue-1",
    project_id: "demo/airline",
    name: "Tone",
    scorer_refs: refs,
    created_at: "2026-11-20",
  };
  const sent = draw({
    "annotationQueues.query": () => lines([queue]),
    "annotationQueues.stats": () => json({ stats: [] }),
    "obj.read": ({ body }) => json({ obj: spec(body.object_id, body.object_id === "polite" ? "boolean" : "string") }),
    "trainingRuns.start": () => json(exampleRun({ id: "run-3" })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Small agent" }));
  await openSelect("Human labels");
  fireEvent.keyDown(await screen.findByRole("option", { name: "Tone" }), { key: "Enter" });
  expect(screen.getByText("Needs a question of the review queue")).toBeTruthy();
  await openSelect("Question");
  const polite = await screen.findByRole("option", { name: "polite" });
  // Answers in words are not numbers.
  expect(screen.queryByRole("option", { name: "why" })).toBeNull();
  fireEvent.keyDown(polite, { key: "Enter" });
  const start = await startButton();
  await waitFor(() => expect(start.disabled).toBe(false));
  fireEvent.click(start);
  await waitFor(() => expect(push).toHaveBeenCalled());
  const body = sent.find(({ operation }) => operation === "trainingRuns.start")?.body;
  expect(body.settings.reward.label).toEqual({ queue_id: "queue-1", question: "polite", max_wait_minutes: 1440 });
});

it("declares tools that a simulator plays", async () => {
  const sent = draw({ "trainingRuns.start": () => json(exampleRun({ id: "run-3" })) });
  fireEvent.click(await screen.findByRole("button", { name: "Small agent" }));
  fireEvent.click(await screen.findByRole("radio", { name: "Simulator" }));
  expect(screen.getByText("Needs a declared tool, a simulator")).toBeTruthy();
  const field = (name: string) => screen.getByRole("textbox", { name });
  fireEvent.change(field("Declared tools"), { target: { value: '[{"parameters": {}}]' } });
  fireEvent.change(field("Simulator"), { target: { value: "openai/adder" } });
  expect(await screen.findByText("1 problem to fix")).toBeTruthy();
  expect(field("Declared tools").getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(field("Declared tools"), { target: { value: '[{"name": "add"}]' } });
  const start = await startButton();
  await waitFor(() => expect(start.disabled).toBe(false));
  fireEvent.click(start);
  await waitFor(() => expect(push).toHaveBeenCalled());
  const body = sent.find(({ operation }) => operation === "trainingRuns.start")?.body;
  expect(body.settings.tools).toMatchObject({
    definitions: [{ type: "function", function: { name: "add" } }],
    answers: { kind: "simulator", model: "openai/adder" },
  });
});

it("shows what the service rejects at its field, and does not start", async () => {
  draw({
    "trainingRuns.estimate": () => refused(["body", "settings", "model", "name"], "A model has this name already"),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Small agent" }));
  expect(await screen.findByText("1 problem to fix")).toBeTruthy();
  const field = screen.getByRole("textbox", { name: "Name of the model" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect((await startButton()).disabled).toBe(true);
});

it("starts from the settings of another run, with a new name of the model", async () => {
  draw({ "trainingRuns.read": () => json(exampleRun({ settings: settings as never })) }, "?copy=run-1");
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name of the model" }).value).toMatch(
      /^sums-1-[0-9a-z]{6}$/,
    ),
  );
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompts, one per line" }).value).toBe(
    "2 + 2?\t4\n2 + 3?\t5",
  );
});

it("trains the model of another run on from its newest checkpoint with the settings of that run", async () => {
  const sent = draw(
    {
      "trainingRuns.read": () => json(exampleRun({ settings: settings as never })),
      "trainingRuns.start": () => json(exampleRun({ id: "run-3" })),
    },
    "?copy=run-1&model=same",
  );
  const start = await startButton();
  await waitFor(() => expect(start.disabled).toBe(false));
  fireEvent.click(start);
  await waitFor(() => expect(push).toHaveBeenCalled());
  const body = sent.findLast(({ operation }) => operation === "trainingRuns.start")?.body;
  expect(body.settings.model).toEqual({ kind: "existing", model_id: "model-1" });
});

it.each([
  ["the settings of the run that names it", "?copy=run-1&fork=model-1&step=3"],
  ["the settings of the newest run of its model", "?fork=model-1&step=3"],
])("forks a checkpoint with %s, as a model of its own", async (_, address) => {
  const sent = draw(
    {
      "models.read": () => json({ ...operations["models.read"].example.result, id: "model-1", name: "sums-1" }),
      "trainingRuns.list": () => json({ runs: [exampleRun({})], has_more: false }),
      "trainingRuns.read": () => json(exampleRun({ settings: settings as never })),
      "trainingRuns.start": () => json(exampleRun({ id: "run-3" })),
    },
    address,
  );
  const start = await startButton();
  await waitFor(() => expect(start.disabled).toBe(false));
  fireEvent.click(start);
  await waitFor(() => expect(push).toHaveBeenCalled());
  const body = sent.findLast(({ operation }) => operation === "trainingRuns.start")?.body;
  const name = expect.stringMatching(/^sums-1-step3-[0-9a-z]{6}$/);
  expect(body.settings.model).toEqual({ kind: "fork", name, model_id: "model-1", step: 3 });
  expect(body.settings.name).toMatch(/, from step 3$/);
  expect(body.settings.tasks).toEqual(settings.tasks);
});

it("starts from prompts that another page left, asked with their system messages", async () => {
  const tasks = [{ prompt: "2 + 2?", system: "Be {brief}." }, { prompt: "2 + 3?" }];
  draw({}, new URL(newRunOfRows("airline", rowsOfPrompts("sums", { tasks, leftOut: 0 })), "http://x").search);
  const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Prompts, one per line" });
  await waitFor(() =>
    expect(box.value.split("\n").map((line) => JSON.parse(line))).toEqual([
      { prompt: "2 + 2?", system: "Be {brief}." },
      { prompt: "2 + 3?", system: "" },
    ]),
  );
  expect(screen.getByText("Needs a base model, a name of the model, a scorer")).toBeTruthy();
});

it("says that prompts are gone with the session that had them, and goes on without them", async () => {
  draw({}, "?carried=gone");
  expect(await screen.findByText("The prompts are no longer in this browser")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set up a run without them" }));
  expect(await screen.findByRole("textbox", { name: "Prompts, one per line" })).toBeTruthy();
});

it("says to a viewer who may start a run", async () => {
  draw({ "session.current": session("viewer") });
  expect(await screen.findByText(/It needs the member role/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Start run" })).toBeNull();
});
