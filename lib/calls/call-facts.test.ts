import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { callDurationMs, callKind, callName, callStatus, callUsage, opLabel, usageTotal } from "./call-facts";
import { previewOf } from "./value-preview";

const now = Date.parse("2026-11-20T14:30:10Z");
const started_at = "2026-11-20T14:30:01.882000Z";

describe("a call", () => {
  it("is named by its display name, else by the op inside its reference", () => {
    expect(opLabel("weave:///demo/airline/op/agent.turn:AbCd")).toBe("agent.turn");
    expect(callName({ op_name: "agent.turn", display_name: "" })).toBe("agent.turn");
    expect(callName({ op_name: "agent.turn", display_name: "Baggage" })).toBe("Baggage");
  });

  it("has the service's status, or an unknown one when its end was never reported", () => {
    expect(callStatus({ summary: { weave: { status: "descendant_error" } } })).toBe("descendant-error");
    expect(callStatus({ summary: { weave: { status: "paused" } } })).toBe("unknown");
    expect(callStatus({ exception: "boom" })).toBe("error");
    expect(callStatus({ ended_at: started_at })).toBe("ok");
    expect(callStatus({})).toBe("unknown");
  });

  it("lasts until its end, until now while it runs, and is unknown otherwise", () => {
    expect(callDurationMs({ started_at, summary: { weave: { latency_ms: 6310 } } }, now)).toBe(6310);
    expect(callDurationMs({ started_at, ended_at: "2026-11-20T14:30:02.882Z" }, now)).toBe(1000);
    expect(callDurationMs({ started_at, summary: { weave: { status: "running" } } }, now)).toBe(8118);
    expect(callDurationMs({ started_at }, now)).toBeNull();
  });

  it("adds up tokens and cost of its models, and keeps unknown apart from zero", () => {
    const summary = {
      usage: {
        "gpt-4.1": { requests: 1, prompt_tokens: 412, completion_tokens: 9 },
        claude: { input_tokens: 8, output_tokens: 0 },
        whisper: { requests: 1 },
      },
      weave: { costs: { "gpt-4.1": { prompt_tokens_total_cost: 0.25, completion_tokens_total_cost: 0.5 } } },
    };
    expect(usageTotal(callUsage({ summary }))).toEqual({ tokensIn: 420, tokensOut: 9, costUsd: 0.75 });
    expect(usageTotal(callUsage({ summary: {} }))).toEqual({ tokensIn: null, tokensOut: null, costUsd: null });
  });

  it.each([
    [{ op_name: "x", attributes: { weave: { kind: "tool" } } }, "tool"],
    [{ op_name: "get_user_details", attributes: { kind: "tool" } }, "tool"],
    [{ op_name: "chat gpt-4o", attributes: { kind: "LLM" } }, "llm"],
    [{ op_name: "airline_agent.turn", attributes: { kind: "constructor" } }, "agent"],
    [{ op_name: "openai.chat.completions.create" }, "llm"],
    [{ op_name: "weave.completions_create" }, "llm"],
    [{ op_name: "heddle.playground" }, "llm"],
    [{ op_name: "heddle.arena" }, "llm"],
    [{ op_name: "Evaluation.evaluate" }, "eval"],
    [{ op_name: "eval.task" }, "eval"],
    [{ op_name: "tool.search_direct_flight" }, "tool"],
    [{ op_name: "airline_agent.turn" }, "agent"],
    [{ op_name: "guardrail.screen_input" }, "op"],
    [{ op_name: "retrieval" }, "op"],
  ])("%j is of kind %s", (call, kind) => expect(callKind(call)).toBe(kind));
});

describe("a preview", () => {
  it.each([
    ["plain text\nwith lines", "plain text with lines"],
    [{ message: "Can I add a bag?" }, "Can I add a bag?"],
    [{ self: "ref", question: "Why?" }, "Why?"],
    [
      {
        messages: [
          { role: "system", content: "s" },
          { role: "user", content: "last" },
        ],
      },
      "last",
    ],
    [{ messages: [{ role: "user", content: [{ type: "text", text: "part" }] }] }, "part"],
    [{ choices: [{ message: { role: "assistant", content: "Done." } }] }, "Done."],
  ])("of %j is its text", (value, text) => {
    const preview = previewOf(value);
    if (text === null) expect(preview?.isJson).toBe(true);
    else expect(preview).toEqual({ text, isJson: false });
  });

  it.each([
    [
      {
        role: "assistant",
        tool_calls: [{ function: { name: "update_flights", arguments: '{"reservation":"BTBM5E"}' } }],
      },
      "→ update_flights(BTBM5E)",
    ],
    [
      {
        choices: [
          { message: { role: "assistant", content: null, tool_calls: [{ function: { name: "a", arguments: "{}" } }] } },
        ],
      },
      "→ a()",
    ],
    [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Look" },
          { type: "tool_use", name: "find", input: { to: "BER", n: 2 } },
        ],
      },
      "→ find(BER, 2)",
    ],
    [
      {
        role: "assistant",
        tool_calls: Array.from({ length: 6 }, (_, index) => ({ name: `t${index}`, arguments: "not JSON" })),
      },
      "→ t0(not JSON), t1(not JSON), t2(not JSON), t3(not JSON), …",
    ],
    [
      {
        role: "user",
        content: [{ type: "text", text: "Two" }, { type: "image_url" }, { type: "text", text: "parts" }],
      },
      "Two parts",
    ],
    [{ role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: "3 seats" }] }] }, "3 seats"],
  ])("of a message names the tools that it calls, else its text: %j", (value, text) =>
    expect(previewOf(value)).toEqual({ text, isJson: false }),
  );

  it("of data is compact JSON with its digits unchanged", () => {
    expect(previewOf(parseJson('{"task":17,"id":9007199254740993,"ok":true,"none":null}'))).toEqual({
      text: '{ "task": 17, "id": 9007199254740993, "ok": true, "none": null }',
      isJson: true,
    });
  });

  it("of an empty text shows that it is empty", () => expect(previewOf("")).toEqual({ text: '""', isJson: true }));

  it("of nothing is empty", () => expect(previewOf(null)).toBeNull());

  it("never shows base64 and stays short for a huge value", () => {
    expect(previewOf("A".repeat(5000))?.text).toBe("base64, 5000 characters");
    expect(previewOf(Array.from({ length: 100_000 }, (_, index) => index))?.text.length).toBeLessThan(300);
  });
});
