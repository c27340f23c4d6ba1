// @vitest-environment jsdom
import { act, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { usePayloadPreviews } from "./use-payload-previews";
import { usePrefetchCalls, usePrefetchOnHover } from "./use-prefetch-calls";

afterEach(() => {
  cleanPage();
  document.body.replaceChildren();
});

const callOf = (id: string) => ({
  id,
  project_id: "demo/airline",
  op_name: "step",
  trace_id: "t",
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  attributes: {},
  summary: {},
  inputs: { question: "Dogs?" },
  output: "Small ones",
});

const preview = (id: string) => ({ id, inputs: '{"a":1}', output: '"b"', inputs_length: 7, output_length: 3 });

const service: Answers = {
  "calls.streamQuery": ({ body }) => lines(body.filter.call_ids.map(callOf)),
  "calls.preview": ({ body }) => json({ previews: body.call_ids.map(preview) }),
};

const idsIn = (sent: ReturnType<typeof answerRequests>) =>
  sent.filter(({ operation }) => operation === "calls.preview").map(({ body }) => body.call_ids[0]);

describe("calls that are likely to be opened", () => {
  it("are loaded with the beginnings of their payloads, each once", async () => {
    const sent = answerRequests(service);
    const { rerender } = renderOnPage(({ ids }: { ids: string[] }) => usePrefetchCalls("local", "demo/airline", ids), {
      props: { ids: ["a", "b"] },
    });
    await waitFor(() => expect(idsIn(sent)).toEqual(["a", "b"]));
    rerender({ ids: ["a", "b"] });
    rerender({ ids: [] });
    await act(async () => undefined);
    expect(sent).toHaveLength(4);
  });

  it("do not report failures, and load no payload of a call that does not exist", async () => {
    const sent = answerRequests({ "calls.streamQuery": () => lines([]) });
    renderOnPage(() => usePrefetchCalls("local", "demo/airline", ["gone"]), { props: {} });
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => undefined);
    expect(idsIn(sent)).toEqual([]);
  });
});

describe("a row under the pointer", () => {
  const idOfRow = (row: Element) => row.getAttribute("data-call");

  beforeEach(() => {
    document.body.innerHTML =
      '<ul><li data-row data-call="a"><b>a</b></li><li data-row data-call="b">b</li><li data-row>none</li></ul>';
  });

  function open() {
    const sent = answerRequests(service);
    const page = renderOnPage(() => usePrefetchOnHover("local", "demo/airline", "[data-row]", idOfRow), { props: {} });
    return { sent, ...page };
  }

  const over = (selector: string, pointerType = "mouse") => {
    const event = new MouseEvent("pointerover", { bubbles: true });
    Object.assign(event, { pointerType });
    fireEvent(document.querySelector(selector) ?? document.body, event);
  };

  it("is loaded when the pointer rests on it, and not when it only passes", async () => {
    const { sent } = open();
    over("b");
    over('[data-call="b"]');
    await waitFor(() => expect(idsIn(sent)).toEqual(["b"]));
  });

  it("is not loaded for a touch, beside the rows, or after the page is left", () => {
    vi.useFakeTimers();
    const { sent, unmount } = open();
    over("b", "touch");
    over("ul");
    over("li:last-child");
    over("b");
    unmount();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(sent).toEqual([]);
  });
});

describe("the beginnings of a payload", () => {
  const open = (connectionId: string, answers: Answers) => {
    const sent = answerRequests(answers);
    const { result } = renderOnPage(
      () => usePayloadPreviews(connectionId, "demo/airline", { id: "a", ended_at: null }),
      { props: {} },
    );
    return { sent, result };
  };

  it("are taken from the call itself where the service has no previews, which is remembered", async () => {
    const answers: Answers = { "call.read": () => json({ call: callOf("a") }) };
    const first = open("bare", answers);
    await waitFor(() => expect(first.result.current.data).toBeDefined());
    expect(JSON.stringify(first.result.current.data)).toContain("Dogs?");
    cleanPage();
    const second = open("bare", answers);
    await waitFor(() => expect(second.result.current.data).toBeDefined());
    expect(second.sent.map(({ operation }) => operation)).not.toContain("calls.preview");
  });

  it("fail when the service fails or leaves the call out", async () => {
    const down = open("down", { "calls.preview": () => failed("upstream") });
    await waitFor(() => expect(down.result.current.error).toMatchObject({ failure: { kind: "upstream" } }));
    cleanPage();
    const empty = open("empty", { "calls.preview": () => json({ previews: [] }) });
    await waitFor(() => expect(empty.result.current.error).toMatchObject({ failure: { kind: "unreadable" } }));
  });
});
