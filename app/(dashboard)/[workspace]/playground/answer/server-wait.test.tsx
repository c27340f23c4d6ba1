// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelServer } from "@/lib/api/contract/training/model-server";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ServerWait } from "./server-wait";

afterEach(cleanPage);

const starting: ModelServer = {
  serving: "command",
  base_model: "tiny",
  state: "starting",
  reason: null,
  started_at: "2026-11-20T14:29:10.512Z",
  ready_at: null,
  ended_at: null,
  requests: 1,
  waiting: 0,
  loaded_steps: [],
  idle_seconds: 900,
  log: "",
};

const model = {
  id: "m",
  entity: "demo",
  project: "airline",
  name: "agent",
  base_model: "tiny",
  created_at: "2026-11-20T14:29:10.512Z",
  created_by: "ada",
  latest_step: 3,
  checkpoint_count: 4,
  job_count: 3,
};

function draw(server: ModelServer, name = "wandb-artifact:///demo/airline/agent:step3") {
  const sent = answerRequests({
    "models.list": () => json({ object: "list", data: [model], has_more: false, first_id: "m", last_id: "m" }),
    "modelServer.read": () => json(server),
  });
  renderElementOnPage(<ServerWait connectionId="local" model={name} />);
  return sent;
}

test("says that the server of a checkpoint starts", async () => {
  draw(starting);
  expect((await screen.findByRole("status")).textContent).toContain("The model server of tiny is starting.");
});

test("says that another server must end first", async () => {
  draw({ ...starting, state: null, waiting: 2 });
  expect((await screen.findByRole("status")).textContent).toContain("Waiting until another model server ends.");
});

test("says nothing when the server is ready, or the service answers itself", async () => {
  for (const server of [
    { ...starting, state: "ready" },
    { ...starting, serving: "built_in", state: null },
  ] as const) {
    const sent = draw(server);
    await vi.waitFor(() => expect(sent.map(({ operation }) => operation)).toContain("modelServer.read"));
    expect(screen.queryByRole("status")).toBeNull();
    cleanPage();
  }
});

test("requests nothing for a provider's model", () => {
  const sent = draw(starting, "openai/gpt-4o");
  expect(sent).toEqual([]);
});
