// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, failed, json, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ModelView } from "./model-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({ workspace: "airline", modelId: "speller" }),
  usePathname: () => "/airline/models/speller",
}));

// Rendering the whole page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
layOut({ inside: { width: 1200, height: 700 }, drawn: { width: 1200, height: 100 } });
afterEach(cleanPage);

/** The rewards of the checkpoints of each model, by step. */
const REWARDS: Readonly<Record<string, readonly number[]>> = { speller: [0.1, 0.4, 0.9, 0.6], other: [0.2, 0.3] };

const modelOf = ({ search, body }: SentRequest): string => search.get("model_id") ?? body.model_id;

function draw(address = "") {
  const sent = answerRequests({
    "session.current": () =>
      json({
        person: { id: "p", name: "Ines", email: "ines@example.org", role: "member" },
        expiresAt: "2027-01-01T00:00:00Z",
      }),
    "workspaces.list": () => json({ workspaces: [testWorkspace] }),
    "models.checkpoints": (request) => {
      const rewards = REWARDS[modelOf(request)];
      if (rewards === undefined) return failed("not-found");
      const data = rewards.map((reward, step) => ({ id: `c${step}`, step, metrics: { reward } }));
      return json({ data, has_more: false });
    },
    "models.read": (request) =>
      json({
        ...{ id: modelOf(request), name: `model ${modelOf(request)}`, project: "airline", entity: "demo" },
        ...{ base_model: "tiny", created_at: "2026-11-20T00:00:00Z", created_by: "ada", run_id: "r" },
        ...{ latest_step: 3, checkpoint_count: 4, job_count: 3 },
      }),
    "models.deleteCheckpoints": ({ body }) => json({ deleted_count: body.steps.length, not_found_steps: [] }),
  });
  const page = renderElementOnPage(
    <TooltipProvider>
      <ToastProvider>
        <ModelView modelId="speller" />
      </ToastProvider>
    </TooltipProvider>,
    { address },
  );
  return { ...page, sent };
}

const legend = async () => within(await screen.findByRole("list", { name: "Models in the chart" }));

it("deletes all checkpoints but the newest, the best and the untrained one, after it has named them", async () => {
  const { sent } = draw();
  fireEvent.click(await screen.findByRole("button", { name: "Select all but newest and highest reward" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete 1…" }));
  await screen.findByText("step 1", { selector: "dd" });
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("step 0, 2, 3")).toBeTruthy();
  const deletions = () => sent.filter(({ operation }) => operation === "models.deleteCheckpoints");
  expect(deletions()).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deletions().map(({ body }) => body)).toEqual([{ steps: [1] }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("overlays the models that the address names, and removes one there", async () => {
  const { addresses } = draw("?with=other");
  const shown = await legend();
  expect((await shown.findByRole("link", { name: "model other" })).getAttribute("href")).toBe("/airline/models/other");
  expect(shown.getAllByRole("listitem")).toHaveLength(2);
  fireEvent.click(shown.getByRole("button", { name: "Remove model other" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Models in the chart" })).toBeNull());
  expect(addresses.at(-1)?.has("with")).toBe(false);
});

it("draws the other models when one could not be loaded, and says which", async () => {
  draw("?with=missing,other");
  const shown = await legend();
  const alert = await shown.findByRole("alert");
  expect(alert.closest("li")?.textContent).toContain("model missing");
  expect(shown.getAllByText("could not load")).toHaveLength(1);
  expect(shown.queryByText("no value")).toBeNull();
});
