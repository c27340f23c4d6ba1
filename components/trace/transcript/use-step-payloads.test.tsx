// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { transcriptSteps } from "@/lib/trace/transcript/transcript-steps";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useStepPayloads } from "./use-step-payloads";

afterEach(cleanPage);

const callOf = (id: string) => ({
  id,
  project_id: "demo/airline",
  op_name: "chat",
  trace_id: "t",
  started_at: "2026-11-20T14:00:00Z",
  attributes: {},
  inputs: { messages: [{ role: "user", content: `Question ${id}` }] },
  output: { role: "assistant", content: `Answer ${id}` },
});

const previewOf = (id: string, length = 10) => ({
  id,
  inputs: "{",
  output: "{",
  inputs_length: length,
  output_length: 10,
});

const skeleton = makeSkeleton([
  { id: "root" },
  ...Array.from({ length: 20 }, (_, index) => ({
    id: `m${index}`,
    parent: "root",
    kind: "llm" as const,
    status: index === 0 ? ("running" as const) : ("ok" as const),
  })),
]);
const steps = transcriptSteps(skeleton);

let connection = 0;

/** Opens a range of steps on a connection of its own: what a service lacks is remembered by connection. */
function open(range: { first: number; last: number }, answers: Answers) {
  connection += 1;
  const address = { connectionId: `connection-${connection}`, projectId: "demo/airline" };
  const sent = answerRequests(answers);
  const { result, rerender } = renderOnPage(
    (now: { first: number; last: number }) => useStepPayloads(address, skeleton, steps, now),
    { props: range },
  );
  const asked = (operation: string) => sent.filter((request) => request.operation === operation);
  return { sent, asked, rerender, now: () => result.current };
}

const service: Answers = {
  "calls.preview": ({ body }) => json({ previews: body.call_ids.map((id: string) => previewOf(id)) }),
  "calls.streamQuery": ({ body }) => lines(body.filter.call_ids.map(callOf)),
};

it("loads the conversations of the steps in view, and in blocks those that they may repeat", async () => {
  const { now, asked, rerender } = open({ first: 2, last: 3 }, service);
  await waitFor(() => expect(now().payloads.get("m2")).toMatchObject({ kind: "read" }));
  expect([...now().payloads.keys()]).toEqual(Array.from({ length: 8 }, (_, index) => `m${index}`));
  rerender({ first: 2, last: 5 });
  await waitFor(() => expect(now().payloads.size).toBe(8));
  expect(asked("calls.streamQuery")).toHaveLength(1);
  rerender({ first: 16, last: 40 });
  await waitFor(() => expect(now().payloads.get("m19")).toMatchObject({ kind: "read" }));
});

it("names large payloads instead of loading them", async () => {
  const { now, asked } = open(
    { first: 0, last: 0 },
    {
      ...service,
      "calls.preview": ({ body }) =>
        json({ previews: body.call_ids.map((id: string) => previewOf(id, id === "m1" ? 5_000_000 : 10)) }),
    },
  );
  await waitFor(() => expect(now().payloads.get("m1")).toEqual({ kind: "large", length: 5_000_010 }));
  expect(asked("calls.streamQuery")[0]?.body.filter.call_ids).not.toContain("m1");
});

it("loads everything from a service that does not report sizes, and asks it only once", async () => {
  const { now, asked, rerender } = open(
    { first: 0, last: 0 },
    { "calls.streamQuery": service["calls.streamQuery"] ?? (() => lines([])) },
  );
  await waitFor(() => expect(now().payloads.get("m0")).toMatchObject({ kind: "read" }));
  rerender({ first: 19, last: 19 });
  await waitFor(() => expect(now().payloads.get("m19")).toMatchObject({ kind: "read" }));
  expect(asked("calls.preview")).toHaveLength(1);
});

it("marks a call that the service no longer has", async () => {
  const { now } = open({ first: 0, last: 0 }, { ...service, "calls.streamQuery": () => lines([callOf("m0")]) });
  await waitFor(() => expect(now().payloads.get("m1")).toEqual({ kind: "missing" }));
});

it("fails when the stream was cut short or sizes could not be loaded, and loads on retry", async () => {
  let isCut = true;
  const { now } = open(
    { first: 0, last: 0 },
    {
      ...service,
      "calls.streamQuery": ({ body }) => (isCut ? new Response('{"id":') : lines(body.filter.call_ids.map(callOf))),
    },
  );
  await waitFor(() => expect(now().failure).toMatchObject({ kind: "unreadable" }));
  expect(now().payloads.size).toBe(0);
  isCut = false;
  act(() => now().retry());
  await waitFor(() => expect(now().payloads.get("m0")).toMatchObject({ kind: "read" }));
  expect(now().failure).toBeNull();
  cleanPage();
  const down = open({ first: 0, last: 0 }, { ...service, "calls.preview": () => failed("upstream") });
  await waitFor(() => expect(down.now().failure).toMatchObject({ kind: "upstream" }));
});
