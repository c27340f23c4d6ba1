// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { EvaluationForm } from "./evaluation-form";
import { PresetGate } from "./preset-gate";

beforeEach(() => window.localStorage.clear());
afterEach(cleanPage);

const version = (index: number, config: object) => ({
  project_id: "demo/airline",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 0,
  kind: "object",
  val: { messages: [{ role: "user", content: "Hi" }], config },
});

const prompts = [
  { objectId: "support", digest: "d0" },
  { objectId: "support", digest: "d1" },
];

function open(read: (digest: string) => Response) {
  answerRequests({
    "completions.providers": () => json({ providers: [] }),
    "objs.query": () => json({ objs: [version(0, {}), version(1, {})] }),
    "obj.read": ({ body }) => read(body.digest),
  });
  renderElementOnPage(
    <PresetGate workspace={testWorkspace} prompts={prompts}>
      {(preset) => <EvaluationForm workspace={testWorkspace} preset={preset} onStarted={() => undefined} />}
    </PresetGate>,
  );
}

it("the form opens with the versions of prompts in the address, each with its own model", async () => {
  open((digest) => json({ obj: version(digest === "d0" ? 0 : 1, { model: `openai/${digest}` }) }));
  expect((await screen.findByRole("combobox", { name: "Prompt of openai/d0" })).textContent).toBe("support v0");
  expect(screen.getByRole("combobox", { name: "Prompt of openai/d1" }).textContent).toBe("support v1");
});

it("a version without a model, or that cannot be read, asks for one", async () => {
  open((digest) => (digest === "d0" ? json({ obj: version(0, {}) }) : failed("not-found")));
  const [first] = await screen.findAllByRole("combobox", { name: /^Model of support/ });
  if (!first) throw new Error("There is a field");
  expect(screen.getByText(/^Needs a model for each prompt/)).toBeTruthy();
  fireEvent.change(first, { target: { value: "openai/plain" } });
  fireEvent.blur(first);
  expect(await screen.findAllByText("openai/plain")).toHaveLength(2);
});
