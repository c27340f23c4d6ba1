// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useThreadCalls } from "./use-thread-calls";

afterEach(cleanPage);

const callOf = (id: string, threadId: string | null) => ({
  ...{ id, project_id: "demo/airline", trace_id: `trace-${id}`, op_name: "answer", thread_id: threadId },
  ...{ started_at: "2026-11-20T14:00:00Z", ended_at: "2026-11-20T14:00:01Z", attributes: {}, inputs: {} },
});

it("leaves out the calls of other threads, which a service that ignores the filter returns too", async () => {
  const stored = [callOf("a", "booking"), callOf("b", "refund"), callOf("c", null), callOf("d", "booking")];
  const sent = answerRequests({ "calls.streamQuery": () => lines(stored) });
  const { result } = renderOnPage(() => useThreadCalls(testWorkspace, "booking", "1", false), { props: {} });
  await waitFor(() => expect(result.current.data?.calls.map(({ id }) => id)).toEqual(["a", "d"]));
  expect(sent[0]?.body.filter).toEqual({ thread_ids: ["booking"] });
});
