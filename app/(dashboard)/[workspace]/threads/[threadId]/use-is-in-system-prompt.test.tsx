// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Turn } from "@/lib/thread/thread-turns";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useIsInSystemPrompt } from "./use-is-in-system-prompt";

afterEach(cleanPage);

const turns = [{ id: "t1", firstModelId: "m1" } as Turn];

const call = {
  ...{ id: "m1", project_id: "demo/airline", op_name: "chat", trace_id: "t", started_at: "2026-11-20T14:00:00Z" },
  attributes: {},
  inputs: {
    messages: [
      { role: "system", content: "A refund takes a week." },
      { role: "user", content: "Where is my ticket?" },
    ],
  },
};

const open = (text: string) =>
  renderOnPage((searched: string) => useIsInSystemPrompt(testWorkspace, turns, searched), { props: text });

it("is true for a text of the prompt, and not for one that was only said", async () => {
  answerRequests({ "calls.streamQuery": () => lines([call]) });
  const { result, rerender } = open("REFUND");
  await waitFor(() => expect(result.current).toBe(true));
  rerender("ticket");
  expect(result.current).toBe(false);
});

it("reads nothing without a search", () => {
  const sent = answerRequests({ "calls.streamQuery": () => lines([call]) });
  expect(open("").result.current).toBe(false);
  expect(sent).toEqual([]);
});
