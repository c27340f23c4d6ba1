// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Turn } from "@/lib/thread/thread-turns";
import { answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useThreadFind } from "./use-thread-find";

afterEach(cleanPage);

const turns = ["t1", "t2", "t3", "t4"].map((id) => ({ id }) as Turn);

const callOf = (id: string, turnId: string) => ({
  ...{ id, project_id: "acme/agent", op_name: "chat", trace_id: "trace-1", started_at: "2026-11-20T14:00:00Z" },
  ...{ attributes: {}, inputs: {}, turn_id: turnId },
});

function open(text: string, turnId: string | null) {
  const page = renderOnPage(
    (id: string | null) => useThreadFind(testWorkspace, "booking", turns, { text, turnId: id }),
    {
      props: turnId,
    },
  );
  return { ...page, now: () => page.result.current };
}

it("finds the turns with a call that has the text, and steps through them in their order", async () => {
  const rows = [callOf("c3", "t4"), callOf("c1", "t2"), callOf("c2", "t2"), callOf("x", "of another thread")];
  const sent = answerRequests({ "calls.streamQuery": () => lines(rows) });
  const { now, rerender } = open("refund", "t3");
  await waitFor(() => expect(now().found).not.toBeNull());
  expect(sent[0]?.body.filter).toEqual({ thread_ids: ["booking"] });
  expect([...(now().found ?? [])]).toEqual(["t2", "t4"]);
  expect([now().foundIndex, now().next(1), now().next(-1)]).toEqual([-1, "t4", "t2"]);
  act(() => rerender("t4"));
  expect([now().foundIndex, now().next(1), now().next(-1)]).toEqual([1, "t2", "t2"]);
});

it("finds nothing without a text, and says that a search failed", async () => {
  answerRequests({ "calls.streamQuery": () => failed("upstream") });
  expect(open("", null).now()).toMatchObject({ found: null, isPending: false, retry: null });
  const { now } = open("refund", null);
  await waitFor(() => expect(now().retry).not.toBeNull());
  expect(now().found).toBeNull();
});
