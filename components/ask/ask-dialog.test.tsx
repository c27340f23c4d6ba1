// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dialogCode } from "@/components/dialog/dialog-code";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { AskDialog } from "./ask-dialog";

layOut();
beforeAll(dialogCode.preload);
afterEach(cleanPage);

const person = (role: string) => ({
  person: { id: "u", name: "Ada", email: "ada@example.org", role },
  expiresAt: "2026-12-01T00:00:00Z",
});
const provider = {
  name: "local",
  title: "Local",
  base_url: "http://localhost:1/v1",
  is_local: true,
  api_key_name: null,
  is_usable: true,
  models: ["small"],
};
const answer = (content: string) =>
  json({ response: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] } });

function open(answers: Answers, role = "member") {
  const [onQuery, onClose] = [vi.fn(), vi.fn()];
  const sent = answerRequests({
    "session.current": () => json(person(role)),
    "completions.providers": () => json({ providers: [provider] }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <AskDialog workspace={testWorkspace} ops={["search"]} paths={["inputs.q"]} onQuery={onQuery} onClose={onClose} />
    </TooltipProvider>,
  );
  return { sent, onQuery, onClose };
}

async function ask(sentence: string) {
  await userEvent.type(await screen.findByLabelText("Sentence"), sentence);
  await userEvent.click(screen.getByRole("button", { name: "Write query" }));
}

describe("asking in words", () => {
  it("shows the query, which runs only when the user runs it", async () => {
    const { sent, onQuery, onClose } = open({ "completions.create": () => answer('{"query": "status:error"}') });
    await ask("what failed");
    const query = await screen.findByLabelText<HTMLInputElement>("Query");
    expect(query.value).toBe("status:error");
    expect(onQuery).not.toHaveBeenCalled();
    await userEvent.type(query, " op:search");
    await userEvent.click(screen.getByRole("button", { name: "Run query" }));
    expect(onQuery).toHaveBeenCalledWith("status:error op:search");
    expect(onClose).toHaveBeenCalled();
    const [request] = sent.filter(({ operation }) => operation === "completions.create");
    expect(request?.body).toMatchObject({ track_llm_call: false, inputs: { model: "local/small" } });
  });

  it("shows a query that is refused twice with the parser's error, and does not run it", async () => {
    const { sent } = open({ "completions.create": () => answer('{"query": "status:failed"}') });
    await ask("what failed");
    await screen.findByText(/no status named failed/);
    expect(sent.filter(({ operation }) => operation === "completions.create")).toHaveLength(2);
    expect(screen.getByRole("button", { name: "Run query" }).hasAttribute("disabled")).toBe(true);
  });

  it("shows a failure of the provider", async () => {
    open({ "completions.create": () => json({ response: { error: { message: "The model fell over" } } }) });
    await ask("what failed");
    await screen.findByText(/The model fell over/);
    expect(screen.queryByLabelText("Query")).toBeNull();
  });

  it("is off with a sentence where no provider is set, where the list fails, and for viewers", async () => {
    open({ "completions.providers": () => json({ providers: [{ ...provider, is_usable: false }] }) });
    await screen.findByText(/off until a model provider is set/);
    cleanPage();
    open({ "completions.providers": () => failed("unreachable") });
    await screen.findByText("It is unreachable.");
    cleanPage();
    open({}, "viewer");
    await screen.findByText(/needs the member role/);
  });

  it("takes a typed model where the service lists none", async () => {
    const { sent } = open({
      "completions.providers": () => failed("unsupported"),
      "completions.create": () => answer("status:ok"),
    });
    await userEvent.type(await screen.findByLabelText("Model"), "openai/tiny");
    await ask("what worked");
    await screen.findByLabelText("Query");
    expect(sent.at(-1)?.body.inputs.model).toBe("openai/tiny");
  });
});
