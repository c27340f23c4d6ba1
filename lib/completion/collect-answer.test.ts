import { describe, expect, it } from "vitest";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { Answer } from "./answer";
import { StreamingAnswer } from "./collect-answer";

const chunk = (content: string, members: object = {}) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: null, ...members }],
});

const summary = (end: Parameters<StreamingAnswer["finish"]>[0]["end"]) => ({ rowCount: 0, badLines: [], end });

/** An answer with a clock and frames that the test controls. */
function grow(isStreamed = true) {
  const answers: Answer[] = [];
  const frames: (() => void)[] = [];
  const clock = { ms: 1000 };
  const answer = new StreamingAnswer({
    isStreamed,
    onAnswer: (next) => answers.push(next),
    nextFrame: (draw) => frames.push(draw),
    now: () => clock.ms,
  });
  const draw = () => {
    for (const frame of frames.splice(0)) frame();
  };
  return { answer, answers, clock, draw, last: () => answers.at(-1) };
}

describe("a growing answer", () => {
  it("reports many chunks once a frame, and the end at once", () => {
    const { answer, answers, draw, last } = grow();
    for (let index = 0; index < 100; index += 1) answer.add([chunk("a")]);
    expect(answers).toHaveLength(1);
    draw();
    expect(answers).toHaveLength(2);
    answer.add([chunk("b")]);
    answer.finish(summary({ kind: "complete" }));
    draw();
    expect(answers).toHaveLength(3);
    expect(last()?.completion).toMatchObject({ choices: [{ message: { content: `${"a".repeat(100)}b` } }] });
  });

  it("measures the time of the first token, not of the role before it", () => {
    const { answer, clock, last } = grow();
    clock.ms += 5;
    answer.add([
      { _meta: { svc_call_id: "0199" } },
      { choices: [{ index: 0, delta: { role: "assistant", content: "" } }] },
    ]);
    clock.ms += 20;
    answer.add([chunk("a")]);
    clock.ms += 10;
    answer.add([chunk("b")]);
    // The service stores the call before it ends the stream.
    clock.ms += 100;
    answer.finish(summary({ kind: "complete" }));
    expect(last()).toMatchObject({ status: "done", firstTokenMs: 25, durationMs: 35, callId: "0199", chunkCount: 2 });
  });

  it("has the provider's number of retries if the service reports it, streamed or not", () => {
    const { answer, last } = grow();
    expect(last()?.retries).toBeNull();
    answer.add([
      { _meta: { svc_call_id: "0199", retries: 0 } },
      { _meta: { svc_call_id: "0199", retries: 2 } },
      chunk("a"),
    ]);
    answer.finish(summary({ kind: "complete" }));
    expect(last()).toMatchObject({ callId: "0199", retries: 2 });
    const complete = grow(false);
    complete.answer.take({ response: { error: "Overloaded" }, retries: 1 });
    expect(complete.last()?.retries).toBe(1);
  });

  it("keeps the received part when the provider fails in the middle", () => {
    const { answer, last } = grow();
    answer.add([chunk("so far"), { error: "It broke", status_code: 500 }]);
    answer.finish(summary({ kind: "complete" }));
    expect(last()).toMatchObject({
      status: "failed",
      failure: { from: "provider", message: "It broke", status: 500 },
      completion: { choices: [{ message: { content: "so far" } }] },
    });
  });

  it.each([
    ["stopped", summary({ kind: "stopped" }), null],
    [
      "failed",
      summary({ kind: "cut-short", reason: "Gone." }),
      { from: "network", message: "The answer was cut off. Gone." },
    ],
  ] as const)("that was %s keeps the received part", (status, end, failure) => {
    const { answer, last } = grow();
    answer.add([chunk("so far")]);
    answer.finish(end);
    expect(last()).toMatchObject({ status, failure, completion: { choices: [{ message: { content: "so far" } }] } });
  });

  it("accepts an answer in one piece, or the provider's failure instead", () => {
    const complete = grow(false);
    complete.answer.take({ response: { id: "1", choices: [{ message: { content: "Hi" } }] }, svc_call_id: "0199" });
    expect(complete.last()).toMatchObject({
      status: "done",
      completion: { id: "1" },
      callId: "0199",
      firstTokenMs: null,
    });
    const failed = grow(false);
    failed.answer.take({ response: { error: "No such model", status_code: 404 }, svc_call_id: null });
    expect(failed.last()).toMatchObject({
      status: "failed",
      completion: null,
      failure: { from: "provider", status: 404 },
    });
  });

  it("is not complete without a choice, in one piece or as a stream", () => {
    const whole = grow(false);
    whole.answer.take({ response: {}, svc_call_id: null });
    expect(whole.last()).toMatchObject({ status: "failed", failure: { from: "service" } });
    const streamed = grow();
    streamed.answer.add([{}]);
    streamed.answer.finish({ rowCount: 1, badLines: [], end: { kind: "complete" } });
    expect(streamed.last()).toMatchObject({ status: "failed", failure: { from: "service" } });
    const unreadable = grow();
    unreadable.answer.finish({ rowCount: 0, badLines: [{ line: 1, reason: "no JSON" }], end: { kind: "complete" } });
    expect(unreadable.last()).toMatchObject({
      status: "failed",
      failure: { message: expect.stringContaining("no JSON") },
    });
  });

  it("distinguishes a failure of the service, a failure on the way to it, and a stop", () => {
    const failed = (kind: "upstream" | "unreachable") =>
      new RequestFailure({ kind, message: "No.", requestId: "", operation: null });
    const [service, network, stopped] = [grow(), grow(), grow()];
    service.answer.fail(failed("upstream"));
    network.answer.fail(failed("unreachable"));
    stopped.answer.fail(new DOMException("", "AbortError"));
    expect(service.last()?.failure).toMatchObject({ from: "service", message: "No." });
    expect(network.last()?.failure).toMatchObject({ from: "network" });
    expect(stopped.last()).toMatchObject({ status: "stopped", failure: null });
  });
});
