// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { type Answers, answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadGate } from "./thread-gate";
import { useThreadTurns } from "./use-thread-turns";

afterEach(cleanPage);

const thread: Thread = {
  thread_id: "booking",
  turn_count: 3,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:00:05Z",
  p50_turn_duration_ms: 1000,
  p99_turn_duration_ms: 2000,
};

function Gate() {
  const opened = useThreadTurns(testWorkspace, "booking", thread, false);
  return (
    <ThreadGate workspace={testWorkspace} threadId="booking" thread={thread} opened={opened} facts="Its facts">
      The conversation
    </ThreadGate>
  );
}

function open(answers: Answers) {
  answerRequests(answers);
  renderElementOnPage(<Gate />);
}

const turn = {
  id: "t1",
  project_id: "demo/airline",
  op_name: "turn",
  trace_id: "t1",
  thread_id: "booking",
  turn_id: "t1",
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  attributes: {},
  summary: {},
};

describe("an opened thread", () => {
  it("names the operation that the service lacks, and shows the statistics of the list", async () => {
    open({});
    await screen.findByRole("heading", { name: "This connection does not support reading calls" });
    expect(screen.getByText("/calls/stream_query")).toBeTruthy();
    expect(screen.getByText("p99").nextElementSibling?.textContent).toMatch(/^2\.00\s*s$/);
    expect(screen.queryByText("The conversation")).toBeNull();
  });

  it("says why it could not be loaded", async () => {
    open({ "calls.streamQuery": () => failed("upstream") });
    await screen.findByRole("heading", { name: "The service failed" });
    expect(screen.queryByText(/not found/)).toBeNull();
  });

  it("is not found when a complete answer has no turn", async () => {
    open({ "calls.streamQuery": () => lines([]) });
    await screen.findByRole("heading", { name: "Thread not found" });
  });

  it("shows what has arrived of an answer that was cut short", async () => {
    open({ "calls.streamQuery": () => new Response(`${JSON.stringify(turn)}\n{"id":`) });
    await screen.findByText(/Stream ended early/);
    expect(screen.getByText("The conversation", { exact: false })).toBeTruthy();
  });
});
