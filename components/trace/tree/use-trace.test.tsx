// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useTrace } from "./use-trace";

afterEach(cleanPage);

const callOf = (id: string, status: "running" | "success" = "success") => ({
  id,
  project_id: "demo/airline",
  op_name: "step",
  trace_id: "trace",
  ...(id === "root" ? {} : { parent_id: "root" }),
  started_at: "2026-11-20T14:00:00Z",
  ...(status === "running" ? {} : { ended_at: "2026-11-20T14:00:01Z" }),
  attributes: {},
  summary: { weave: { status } },
});

function open(answers: Answers, first: { traceId: string | null } = { traceId: "trace" }) {
  const sent = answerRequests(answers);
  const page = renderOnPage(
    ({ traceId }: { traceId: string | null }) => useTrace("local", "demo/airline", "root", traceId),
    { props: first },
  );
  const now = () => page.result.current;
  const asked = (operation: string) => sent.filter((request) => request.operation === operation);
  return { ...page, sent, now, asked };
}

describe("the calls of a trace", () => {
  it("are loaded without their payloads", async () => {
    const { now, asked } = open({ "calls.skeleton": () => lines([callOf("root"), callOf("a")]) });
    await waitFor(() => expect(now().data?.summary?.end.kind).toBe("complete"));
    expect(now().data?.skeleton.count).toBe(2);
    expect(asked("calls.skeleton")[0]?.body.filter).toEqual({ trace_ids: ["trace"] });
  });

  it("begin to load when a call names its trace, before the page knows it", async () => {
    const { now, asked, rerender } = open(
      {
        "calls.streamQuery": () => lines([callOf("root")]),
        "calls.skeleton": () => lines([callOf("root")]),
      },
      { traceId: null },
    );
    await waitFor(() => expect(asked("calls.skeleton")).toHaveLength(1));
    expect(now().data).toBeUndefined();
    rerender({ traceId: "trace" });
    await waitFor(() => expect(now().data?.skeleton.count).toBe(1));
    expect(asked("calls.skeleton")).toHaveLength(1);
  });

  it("are not requested for a call that does not exist or cannot be loaded", async () => {
    const gone = open({ "calls.streamQuery": () => lines([]) }, { traceId: null });
    await waitFor(() => expect(gone.asked("calls.streamQuery")).toHaveLength(1));
    await act(async () => undefined);
    cleanPage();
    const down = open({ "calls.streamQuery": () => failed("upstream") }, { traceId: null });
    await waitFor(() => expect(down.asked("calls.streamQuery")).toHaveLength(1));
    await act(async () => undefined);
    expect([...gone.asked("calls.skeleton"), ...down.asked("calls.skeleton")]).toEqual([]);
  });

  it("refresh while some run, until all have ended", async () => {
    let status: "running" | "success" = "running";
    const { now } = open({ "calls.skeleton": () => lines([callOf("root", status)]) });
    await waitFor(() => expect(now().data?.skeleton.runningCount).toBe(1));
    status = "success";
    await waitFor(() => expect(now().data?.skeleton.runningCount).toBe(0));
  });

  it("stay when loading is stopped, marked as incomplete", async () => {
    const { now } = open({
      "calls.skeleton": ({ signal }) =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode(`${JSON.stringify(callOf("root"))}\n`));
              signal?.addEventListener("abort", () => controller.error(new DOMException("stopped", "AbortError")));
            },
          }),
        ),
    });
    await waitFor(() => expect(now().data?.skeleton.count).toBe(1));
    expect(now().data?.summary).toBeNull();
    act(() => now().stop());
    await waitFor(() => expect(now().data?.summary?.end.kind).toBe("stopped"));
    expect(now().data?.skeleton.count).toBe(1);
  });

  it("fail when the service does not return them", async () => {
    const { now } = open({ "calls.skeleton": () => failed("upstream") });
    await waitFor(() => expect(now().isError).toBe(true));
    expect(now().data).toBeUndefined();
  });
});
