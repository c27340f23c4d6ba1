// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { ModelServer } from "@/lib/api/contract/training/model-server";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ServerBand } from "./server-band";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), useParams: () => ({}) }));

afterEach(cleanPage);

const ready: ModelServer = {
  serving: "command",
  base_model: "tiny",
  state: "ready",
  reason: null,
  started_at: "2026-11-20T14:29:10.512Z",
  ready_at: "2026-11-20T14:30:01.882Z",
  ended_at: null,
  requests: 2,
  waiting: 0,
  loaded_steps: [1, 3],
  idle_seconds: 900,
  log: "Application startup complete.\n",
};

const stopped: ModelServer = { ...ready, state: "stopped", reason: "Stopped by ada.", requests: 0, loaded_steps: [] };

function draw(server: ModelServer, { role = "member", answers = {} }: { role?: string; answers?: Answers } = {}) {
  const person = { id: "p", name: "Ines", email: "ines@example.org", role };
  const sent = answerRequests({
    "session.current": () => json({ person, expiresAt: "2027-01-01T00:00:00Z" }),
    "modelServer.read": () => json(server),
    "modelServer.start": () => json({ ...stopped, state: "starting", reason: null, requests: 1 }),
    "modelServer.stop": () => json(stopped),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <ServerBand connectionId="local" modelId="m" />
    </TooltipProvider>,
  );
  return sent;
}

const band = async () => within(await screen.findByRole("region", { name: "Model server" }));

test("shows the state of the server, and stops and starts it", async () => {
  const sent = draw(ready);
  const region = await band();
  expect(region.getByRole("status").textContent).toBe("Ready");
  expect(region.getByText("2 requests running, steps 1, 3 loaded.", { exact: false }).textContent).toContain(
    "without requests.",
  );
  await userEvent.click(await region.findByRole("button", { name: "Stop" }));
  expect(await region.findByText("Stopped by ada.")).toBeTruthy();
  await userEvent.click(await region.findByRole("button", { name: "Start" }));
  expect(await region.findByText("It does not answer yet: 1 request waiting.")).toBeTruthy();
  const actions = sent.filter(({ operation }) => /start|stop/.test(operation));
  expect(actions.map(({ operation, body }) => [operation, body])).toEqual([
    ["modelServer.stop", { model_id: "m" }],
    ["modelServer.start", { model_id: "m" }],
  ]);
});

test("shows why a server failed, with its log", async () => {
  draw({ ...stopped, state: "failed", reason: "The model server exited with code 3.", log: "CUDA out of memory\n" });
  const region = await band();
  expect(region.getByRole("status").textContent).toBe("Failed");
  expect(region.getByText("The model server exited with code 3.")).toBeTruthy();
  await userEvent.click(region.getByRole("button", { name: "Log" }));
  const dialog = await screen.findByRole("dialog", { name: "Log of the model server" });
  expect(dialog.textContent).toContain("CUDA out of memory");
});

test("says what to set where nothing serves the checkpoints", async () => {
  draw({ ...stopped, serving: "none", state: null, reason: null, log: "" });
  const region = await band();
  expect(region.getByText(/no command that starts a server for them/)).toBeTruthy();
  expect(region.queryAllByRole("button")).toEqual([]);
});

test("gives viewers the state without actions", async () => {
  draw(ready, { role: "viewer" });
  const region = await band();
  expect(region.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Log"]);
});

test("keeps the state when an action fails, and says so", async () => {
  draw(ready, { answers: { "modelServer.stop": () => failed("upstream") } });
  const region = await band();
  await userEvent.click(await region.findByRole("button", { name: "Stop" }));
  expect(await region.findByText("Request failed: It is upstream.", { exact: false })).toBeTruthy();
  expect(region.getByRole("status").textContent).toBe("Ready");
});

test("shows nothing where the service answers itself, or does not report servers", async () => {
  for (const answers of [{ "modelServer.read": () => failed("unsupported") }, {}]) {
    const sent = draw({ ...stopped, serving: "built_in", state: null, reason: null, log: "" }, { answers });
    await vi.waitFor(() => expect(sent.some(({ operation }) => operation === "modelServer.read")).toBe(true));
    expect(screen.queryByRole("region")).toBeNull();
    cleanPage();
  }
});
