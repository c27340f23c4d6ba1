// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useOpKinds } from "./use-op-kinds";

afterEach(cleanPage);

const callOf = (id: string, op: string, kind?: string) => ({
  id,
  project_id: "demo/airline",
  op_name: op,
  trace_id: id,
  started_at: "2026-11-20T10:00:00Z",
  attributes: kind === undefined ? {} : { kind },
});

const open = (names: readonly string[]) =>
  renderOnPage((options: Parameters<typeof useOpKinds>[0]) => useOpKinds(options), {
    props: { connectionId: "local", projectId: "demo/airline", areRootsOnly: false, names },
  });

it("reads the kinds of ops from calls, also of those that a first sample does not contain", async () => {
  const sent = answerRequests({
    "calls.streamQuery": ({ body }) =>
      JSON.stringify(body).includes('"turn"')
        ? lines([callOf("1", "weave:///demo/airline/op/turn:v1", "agent"), callOf("2", "turn", "tool")])
        : lines([callOf("3", "find", "tool"), callOf("4", "plain")]),
  });
  const { result } = open(["find", "plain", "turn"]);
  await waitFor(() => expect(result.current.size).toBe(3));
  expect([...result.current].sort()).toEqual([
    ["find", "tool"],
    ["plain", "op"],
    ["turn", "agent"],
  ]);
  expect(sent.map(({ body }) => body.columns)).toEqual([
    ["op_name", "attributes"],
    ["op_name", "attributes"],
  ]);
});

it("knows no kinds where calls cannot be read, and asks for none without ops", async () => {
  const sent = answerRequests({ "calls.streamQuery": () => failed("upstream") });
  expect(open([]).result.current.size).toBe(0);
  expect(sent).toHaveLength(0);
  const { result } = open(["turn"]);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(result.current.size).toBe(0);
});
