import { expect, it } from "vitest";
import type { TurnSpan } from "@/service/traces/otel/span-threads";
import { SpanPlaces } from "./span-places";

const OUTER = { id: "outer", traceId: "w", isRequest: false };
const INNER = { id: "inner", traceId: "w", isRequest: false };

const span = (spanId: string, parentId: string | null, enclosing: TurnSpan["enclosing"] = null): TurnSpan => ({
  ...{ traceId: "t", spanId, parentId, isLocalRoot: parentId === null, startMicros: 0, enclosing },
  thread: { threadId: null, isTurn: null, isTurnOperation: false },
});

/** The call above each span, and its trace; the places of spans that stay in their own trace are left out. */
function placesOf(...requests: readonly TurnSpan[][]): Record<string, string> {
  const places = new SpanPlaces();
  const come = new Set<string>();
  for (const spans of requests) {
    places.add(spans, (id) => come.has(id));
    for (const { spanId } of spans) come.add(spanId);
  }
  return Object.fromEntries(
    [...come].flatMap((id) => {
      const place = places.of(id);
      return place ? [[id, `${place.traceId} ${place.parentCallId ?? "its parent"}`]] : [];
    }),
  );
}

it("are below the call that a span without a parent names, and below the span above in the same call", () => {
  const [root, chat, tool] = [span("root", null, OUTER), span("chat", "root", OUTER), span("tool", "chat")];
  const expected = { root: "w outer", chat: "w its parent", tool: "w its parent" };
  expect(placesOf([tool, chat, root])).toEqual(expected);
  expect(placesOf([root], [chat], [tool])).toEqual(expected);
});

it("are below a call between a request and its parent, and between any span and a parent outside of calls", () => {
  const [agent, request] = [span("agent", null, OUTER), span("request", "agent", { ...INNER, isRequest: true })];
  expect(placesOf([request, agent])).toEqual({ agent: "w outer", request: "w inner" });
  const [page, inOp] = [span("page", null), span("in-op", "page", OUTER)];
  expect(placesOf([inOp, page])).toEqual({ "in-op": "w outer" });
  expect(placesOf([page], [inOp])).toEqual({ "in-op": "w outer" });
});

it("are below the call for a request whose parent has not come, and below the parent for other spans", () => {
  const request = span("request", "agent", { ...INNER, isRequest: true });
  const tool = span("tool", "agent", OUTER);
  expect(placesOf([request], [tool])).toEqual({ request: "w inner", tool: "w its parent" });
});

it("are the same for a span that is sent again, whatever has come meanwhile", () => {
  const tool = span("tool", "agent", INNER);
  expect(placesOf([tool], [span("agent", null, OUTER)], [tool])).toEqual({ tool: "w its parent", agent: "w outer" });
});

it("are none for the spans of a trace that names no call, and for parents that form a cycle those of the call", () => {
  expect(placesOf([span("a", null), span("b", "a")])).toEqual({});
  expect(placesOf([span("a", "b", OUTER), span("b", "a", OUTER)])).toEqual({ a: "w its parent", b: "w outer" });
});
