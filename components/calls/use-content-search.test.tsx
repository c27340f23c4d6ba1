// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useContentSearch } from "./use-content-search";

afterEach(cleanPage);

const ofTrace = { trace_ids: ["trace-1"] };

const callOf = (id: string, turnId?: string) => ({
  ...{ id, project_id: "acme/agent", op_name: "chat", trace_id: "trace-1", started_at: "2026-11-20T14:00:00Z" },
  ...{ attributes: {}, inputs: {}, ...(turnId === undefined ? {} : { turn_id: turnId }) },
});

function open(text: string, filter: typeof ofTrace | null = ofTrace) {
  const page = renderOnPage((wanted: string) => useContentSearch(testWorkspace, filter, wanted), { props: text });
  return { ...page, now: () => page.result.current };
}

describe("the search of contents", () => {
  it("asks for the calls of the filter whose inputs, output or error have the text, without their payloads", async () => {
    const sent = answerRequests({
      "calls.streamQuery": () => lines([callOf("a", "t"), callOf("b")]),
    });
    const { now } = open(" Refund ");
    expect(now()).toMatchObject({ matches: null, isPending: true });
    await waitFor(() => expect(now().matches).not.toBeNull());
    expect(now().matches).toEqual([
      { id: "a", turnId: "t" },
      { id: "b", turnId: null },
    ]);
    const contains = (name: string) => ({
      $contains: { input: { $getField: name }, substr: { $literal: "Refund" }, case_insensitive: true },
    });
    expect(sent[0]?.body).toMatchObject({
      filter: ofTrace,
      columns: ["id", "turn_id"],
      query: { $expr: { $or: [contains("inputs"), contains("output"), contains("exception")] } },
    });
  });

  it("sends only the last text of somebody who types", async () => {
    const sent = answerRequests({ "calls.streamQuery": () => lines([]) });
    const { now, rerender } = open("re");
    act(() => rerender("ref"));
    act(() => rerender("refund"));
    await waitFor(() => expect(now().matches).toEqual([]));
    expect(now().isCut).toBe(false);
    expect(sent.map(({ body }) => body.query.$expr.$or[0].$contains.substr.$literal)).toEqual(["refund"]);
  });

  it("asks nothing for a single character, or before the calls are known", () => {
    const sent = answerRequests({});
    expect(open("r").now()).toMatchObject({ matches: null, isPending: false });
    expect(open("refund", null).now()).toMatchObject({ matches: null, isPending: false });
    expect(sent).toEqual([]);
  });

  it("says that more calls have the text than it reads", async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => callOf(`call-${index}`));
    const sent = answerRequests({ "calls.streamQuery": ({ body }) => lines(rows.slice(0, body.limit)) });
    const { now } = open("refund");
    await waitFor(() => expect(now().matches).toHaveLength(10_000));
    expect([sent[0]?.body.limit, now().isCut]).toEqual([10_000, true]);
  });

  it("says that it failed, and searches again", async () => {
    let isDown = true;
    answerRequests({ "calls.streamQuery": () => (isDown ? failed("unreachable") : lines([callOf("a")])) });
    const { now } = open("refund");
    await waitFor(() => expect(now().failure?.kind).toBe("unreachable"));
    expect(now().matches).toBeNull();
    isDown = false;
    act(() => now().retry());
    await waitFor(() => expect(now().matches).toHaveLength(1));
    expect(now().failure).toBeNull();
  });
});
