// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answer, IDLE_ANSWER } from "@/lib/completion/answer";
import { AnswerView } from "./answer-view";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CALL = "0199a81f-0000-7000-8000-000000000001";

function answerOf(message: object, members: Partial<Answer> = {}, choice: object = {}): Answer {
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message }, ...choice }];
  return {
    ...IDLE_ANSWER,
    status: "done",
    startedAtMs: 1,
    durationMs: 3420,
    firstTokenMs: 610,
    isStreamed: true,
    completion: { choices, usage: { prompt_tokens: 1688, completion_tokens: 74 } },
    ...members,
  };
}

/** There is no relay, so every request fails; an answer must still render. */
function draw(answer: Answer, props: Partial<Parameters<typeof AnswerView>[0]> = {}) {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (shown: Answer, more: Partial<Parameters<typeof AnswerView>[0]> = {}) => (
    <QueryClientProvider client={client}>
      <AnswerView answer={shown} pinned={null} schema={null} {...props} {...more} />
    </QueryClientProvider>
  );
  const { rerender } = render(tree(answer));
  return { show: (next: Answer, more?: Partial<Parameters<typeof AnswerView>[0]>) => rerender(tree(next, more)) };
}

const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

describe("an answer", () => {
  it("is shown with its figures, its finish reason and its call", () => {
    draw(answerOf({ content: "Two seats are left." }, { callId: CALL }));
    expect(screen.getByText("Two seats are left.")).toBeDefined();
    expect([fact("Latency"), fact("First token"), fact("Tokens")]).toEqual(["3.42s", "610ms", "1,688 in 74"]);
    expect(fact("Rate")).toBe("26 tok/s");
    expect(screen.getByText("stop")).toBeDefined();
    expect(screen.getByRole("link", { name: "…00000001" }).getAttribute("href")).toBe(`/airline/traces/${CALL}`);
  });

  it("is rendered while it is written, and shown as it was sent on request", async () => {
    window.localStorage.clear();
    const { show } = draw(answerOf({ content: "The **fare** is lo" }, { status: "running" }));
    expect((await screen.findByText("fare")).tagName).toBe("STRONG");
    show(answerOf({ content: "The **fare** is low\n\n- one\n- two" }));
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["one", "two"]);
    await userEvent.click(screen.getByRole("button", { name: "Raw" }));
    expect(screen.getByText(/The \*\*fare\*\* is low/)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Raw" }));
    expect(screen.getByText("fare").tagName).toBe("STRONG");
  });

  it("shows a dash instead of zero for what the provider did not count", () => {
    draw(answerOf({ content: "Hi" }, { completion: { choices: [] }, firstTokenMs: null, isStreamed: false }));
    const names = ["First token", "Tokens", "Rate", "Retries", "Cost"];
    expect(names.map(fact)).toEqual(names.map(() => "–"));
    expect(screen.getByText("not tracked")).toBeDefined();
  });

  it("shows how often the provider was retried", () => {
    const { show } = draw(answerOf({ content: "Hi" }, { retries: 0 }));
    expect(fact("Retries")).toBe("0");
    show(answerOf({ content: "Hi" }, { retries: 2 }));
    expect(fact("Retries")).toBe("2");
  });

  it("counts chunks, marked as an estimate, until the provider reports usage", () => {
    vi.spyOn(Date, "now").mockReturnValue(6610);
    const running = { status: "running", completion: { choices: [] }, chunkCount: 28, startedAtMs: 1000 } as const;
    draw(answerOf({}, running));
    expect(fact("Tokens")).toBe("– in ~28");
    expect(fact("Rate")).toBe("5.4 tok/s");
  });

  it("uses the cost that the provider reports", () => {
    draw(answerOf({ content: "Hi" }, { completion: { choices: [], usage: { cost: 0.004 } } }));
    expect(fact("Cost")).toBe("$0.0040");
  });

  it("grows and announces when it is complete", () => {
    const running = { status: "running", durationMs: null } as const;
    const { show } = draw(answerOf({ content: "Two" }, running, { finish_reason: null }));
    expect(screen.getByRole("status").textContent).toBe("Answering");
    expect(screen.getByRole("group", { name: "Answer" }).getAttribute("aria-busy")).toBe("true");
    show(answerOf({ content: "Two seats" }, running, { finish_reason: null }));
    expect(screen.getByText("Two seats")).toBeDefined();
    show(answerOf({ content: "Two seats." }));
    expect(screen.getByRole("status").textContent).toBe("The answer is complete");
  });

  it("keeps the partial text when it is stopped", () => {
    draw(answerOf({ content: "So far" }, { status: "stopped" }, { finish_reason: null }));
    expect(screen.getByText("So far")).toBeDefined();
    expect(screen.getByText("Stopped. The partial answer is kept.")).toBeDefined();
  });

  it("collapses reasoning, and marks a refusal and a truncated answer", () => {
    draw(
      answerOf(
        { content: "No", reasoning_content: "Long thoughts", refusal: "I may not." },
        {},
        { finish_reason: "length" },
      ),
    );
    expect(screen.getByText("Reasoning, 13 characters").closest("details")?.open).toBe(false);
    expect(screen.getByText("The model refused.").parentElement?.textContent).toContain("I may not.");
    expect(screen.getByText(/reached its token limit/)).toBeDefined();
  });

  it("shows a note when the model returned nothing", () => {
    draw(answerOf({ content: "" }));
    expect(screen.getByText("The model returned an empty answer.")).toBeDefined();
  });
});

describe("a failure", () => {
  it.each([
    [{ from: "provider", message: "Rate limit reached", status: 429 }, "Provider returned 429"],
    [{ from: "service", message: "The key is missing", status: 400 }, "Service returned 400"],
    [{ from: "network", message: "The dashboard does not respond." }, "Connection lost"],
  ] as const)("with status %o names who failed", (failure, title) => {
    draw(answerOf({ content: "So far" }, { status: "failed", failure }));
    const note = screen.getByRole("alert");
    expect(within(note).getByText(title)).toBeDefined();
    expect(within(note).getByText(failure.message)).toBeDefined();
    expect(screen.getByText("So far")).toBeDefined();
  });
});

describe("a tool call", () => {
  const request = answerOf(
    {
      content: null,
      tool_calls: [{ id: "call_0", type: "function", function: { name: "find_flight", arguments: "{}" } }],
    },
    {},
    { finish_reason: "tool_calls" },
  );

  it("takes a typed result and passes it on with its id and name", async () => {
    const onToolResult = vi.fn();
    draw(request, { onToolResult });
    const card = screen.getByRole("group", { name: "Tool call find_flight" });
    await userEvent.click(within(card).getByRole("button", { name: "Enter result" }));
    await userEvent.type(within(card).getByLabelText(/Result of/), "two seats");
    await userEvent.click(within(card).getByRole("button", { name: "Add as tool message" }));
    expect(onToolResult).toHaveBeenCalledExactlyOnceWith("call_0", "find_flight", "two seats");
    expect(within(card).getByText("Result added to the messages")).toBeDefined();
  });

  it("accepts a result again after another run", async () => {
    const { show } = draw(request, { onToolResult: vi.fn() });
    await userEvent.click(screen.getByRole("button", { name: "Enter result" }));
    await userEvent.click(screen.getByRole("button", { name: "Add as tool message" }));
    show({ ...request, startedAtMs: 2 });
    expect(screen.getByRole("button", { name: "Enter result" })).toBeDefined();
  });

  it("lets Escape reach the page only while the result is empty", async () => {
    const escaped = vi.fn();
    window.addEventListener("keydown", escaped);
    draw(request, { onToolResult: vi.fn() });
    await userEvent.click(screen.getByRole("button", { name: "Enter result" }));
    fireEvent.keyDown(screen.getByLabelText(/Result of/), { key: "Escape" });
    expect(escaped).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Enter result" })).toBeDefined();
    window.removeEventListener("keydown", escaped);
  });

  it("shows arguments that are not JSON unchanged", () => {
    const calls = [{ id: "call_0", type: "function", function: { name: "find", arguments: '{"from": JFK' } }];
    draw(answerOf({ content: null, tool_calls: calls }));
    expect(screen.getByRole("group", { name: "Tool call find" }).textContent).toContain('{"from": JFK');
    expect(screen.getByText("The arguments are not JSON.")).toBeDefined();
  });
});

describe("n answers", () => {
  const choice = (index: number, content: string) => ({
    index,
    finish_reason: "stop",
    message: { role: "assistant", content },
  });
  const completion = { choices: [choice(0, "Two seats"), choice(1, "Two rows"), choice(2, "Two seats")] };

  it("are shown side by side with their spread, and can be read one at a time", async () => {
    draw(answerOf({}, { completion }));
    expect(screen.getByText(/^3 answers, 2 distinct; any two share 67% of their words on average$/)).toBeDefined();
    expect(screen.getAllByRole("heading", { name: /^Answer \d$/ })).toHaveLength(3);
    await userEvent.click(screen.getByRole("radio", { name: "2" }));
    expect(screen.getByText("Two rows")).toBeDefined();
    expect(screen.queryByText("Two seats")).toBeNull();
  });
});

describe("an answer with probabilities", () => {
  const logprobs = {
    content: [
      { token: "Two", logprob: -0.1 },
      { token: " seats", logprob: -2 },
      { token: "<|end|>", logprob: 0 },
    ],
  };

  it("shows them as a table too, with perplexity next to the finish reason", async () => {
    draw(answerOf({ content: "Two seats" }, {}, { logprobs }));
    expect(screen.getByText(/perplexity 2.014 · mean logprob −0.700/)).toBeDefined();
    await userEvent.click(screen.getByRole("radio", { name: "Tokens" }));
    expect(await screen.findAllByRole("row")).toHaveLength(4);
  });
});

describe("an answer next to a pinned one", () => {
  it("can be shown as a difference once both are complete", async () => {
    const pinned = answerOf({ content: "Two seats are left" });
    const { show } = draw(answerOf({ content: "Two rows are left" }), { pinned });
    await userEvent.click(screen.getByRole("radio", { name: "Difference" }));
    expect(await screen.findByText(/^1 change from the pinned answer/)).toBeDefined();
    show(answerOf({ content: "Two rows are left" }), { pinned: { ...pinned, status: "running" } });
    expect(screen.queryByRole("radio", { name: "Difference" })).toBeNull();
  });

  it("says when both are identical", async () => {
    draw(answerOf({ content: '{"a":1}' }), { pinned: answerOf({ content: '{ "a": 1 }' }) });
    await userEvent.click(screen.getByRole("radio", { name: "Difference" }));
    expect(await screen.findByText("Identical to the pinned answer")).toBeDefined();
  });
});

describe("an answer with a schema", () => {
  const schema = {
    type: "json_schema",
    json_schema: {
      name: "agent_reply",
      schema: { type: "object", required: ["say"], properties: { say: { type: "string" } } },
    },
  };

  it("is checked once it is complete", () => {
    const { show } = draw(answerOf({ content: '{"sa' }, { status: "running" }, { finish_reason: null }), { schema });
    expect(screen.queryByText(/match/)).toBeNull();
    show(answerOf({ content: '{"say": "Hi"}' }));
    expect(screen.getByText("matches agent_reply")).toBeDefined();
    show(answerOf({ content: '{"say": 3}' }));
    expect(screen.getByText("does not match agent_reply, 1 problem")).toBeDefined();
    expect(screen.getByText("say").parentElement?.textContent).toBe("say expected string, received number");
  });

  it("is not checked when it requests a tool or refuses", () => {
    const { show } = draw(answerOf({ content: null, refusal: "No." }), { schema });
    expect(screen.queryByText(/match/)).toBeNull();
    show(
      answerOf({
        content: null,
        tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }],
      }),
    );
    expect(screen.queryByText(/match/)).toBeNull();
  });
});
