// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { checkpointEvaluationSettings } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CheckpointEvaluationView } from "./checkpoint-evaluation-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/", useParams: () => ({}) }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

afterEach(() => {
  cleanPage();
  push.mockClear();
});

const DATASET = "weave:///demo/airline/object/words:abc";

const settings = checkpointEvaluationSettings.parse({
  name: "spelling",
  score: "exact",
  every: 2,
  messages: [{ role: "user", content: "{prompt}" }],
  rows: { dataset_ref: DATASET },
  scorers: [{ kind: "exact", name: "exact", expected: "word" }],
});

const evaluation = (set: typeof settings | null) => ({
  model_id: "m",
  settings: set,
  set_by: set && "ada",
  set_at: set && "2026-11-20T14:30:01.882Z",
  checkpoints: [],
  has_more: false,
  best: null,
  other_count: 0,
});

const model = {
  id: "m",
  entity: "demo",
  project: "airline",
  name: "speller",
  base_model: "base",
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  latest_step: 3,
  checkpoint_count: 4,
  job_count: 3,
};

const estimate = {
  rows: 12,
  rows_in_table: 12,
  columns: ["prompt", "word"],
  first_rows: [{ prompt: "Spell it.", word: "heddle" }],
  trials: 12,
  calls: 12,
  tokens: 100,
  cost_usd: 0,
  cost_low_usd: 0,
  cost_high_usd: 0,
  seconds: null,
  unpriced_models: [],
  models: [],
};

function draw(
  set: typeof settings | null,
  { role = "member", answers = {} }: { role?: string; answers?: Answers } = {},
) {
  const person = { id: "p", name: "Ines", email: "ines@example.org", role };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2027-01-01T00:00:00Z" }),
    "models.read": () => json(model),
    "checkpointEvaluations.read": () => json(evaluation(set)),
    "checkpointEvaluations.set": () => json(evaluation(settings)),
    "evaluationRuns.estimate": () => json(estimate),
    "objs.query": () => json({ objs: [] }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <CheckpointEvaluationView modelId="m" />
    </TooltipProvider>,
  );
  return sent;
}

const bodiesOf = (sent: ReturnType<typeof draw>, operation: string) =>
  sent.filter((request) => request.operation === operation).map(({ body }) => body);

it("says what is missing, and sends nothing before it is complete", async () => {
  const sent = draw(null);
  expect(await screen.findByText("Needs a prompt, a table, a scorer")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  expect(bodiesOf(sent, "evaluationRuns.estimate")).toEqual([]);
});

it("estimates stored settings with the newest checkpoint, saves changes, and returns to the model", async () => {
  const sent = draw(settings);
  const save = await screen.findByRole("button", { name: "Save" });
  await waitFor(() => expect(save.hasAttribute("disabled")).toBe(false));
  const [estimated] = bodiesOf(sent, "evaluationRuns.estimate");
  expect(estimated.settings.models).toMatchObject([{ model: "wandb-artifact:///demo/airline/speller:step3" }]);
  const every = screen.getByLabelText("Every k-th checkpoint");
  expect(every).toHaveProperty("value", "2");
  await userEvent.clear(every);
  expect(save.hasAttribute("disabled")).toBe(true);
  await userEvent.type(every, "5");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Evaluate new checkpoints by themselves/ }));
  await userEvent.click(save);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/airline/models/m"));
  expect(bodiesOf(sent, "checkpointEvaluations.set")).toMatchObject([
    { model_id: "m", settings: { every: 5, is_on: false, score: "exact", direction: "higher", name: "spelling" } },
  ]);
});

it("keeps what was entered when saving fails", async () => {
  draw(settings, { answers: { "checkpointEvaluations.set": () => failed("upstream") } });
  const save = await screen.findByRole("button", { name: "Save" });
  await waitFor(() => expect(save.hasAttribute("disabled")).toBe(false));
  await userEvent.click(save);
  expect((await screen.findByRole("alert")).textContent).toContain("Not saved.");
  expect(screen.getByLabelText("User message")).toHaveProperty("value", "{prompt}");
  expect(push).not.toHaveBeenCalled();
});

it("removes the evaluation after a question", async () => {
  const sent = draw(settings, { answers: { "checkpointEvaluations.remove": () => json({}) } });
  await userEvent.click(await screen.findByRole("button", { name: "Remove…" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith("/airline/models/m"));
  expect(bodiesOf(sent, "checkpointEvaluations.remove")).toEqual([{ model_id: "m" }]);
});

it("is closed to viewers, who would spend money", async () => {
  draw(settings, { role: "viewer" });
  expect(await screen.findByText("This is not permitted")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("says that a service evaluates no checkpoints", async () => {
  draw(null, { answers: { "checkpointEvaluations.read": () => failed("unsupported") } });
  expect(await screen.findByText("This connection does not support the evaluation of checkpoints")).toBeTruthy();
});

it("says that the model could not be loaded", async () => {
  draw(null, { answers: { "models.read": () => failed("not-found") } });
  expect((await screen.findByRole("alert")).textContent).toContain("Not found");
});
