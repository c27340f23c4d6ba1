// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { withHidden, withWidth } from "@/lib/table/column-arrangement";
import { threadScale } from "@/lib/thread/thread-row";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useAreFactsShown, useThreadsColumns } from "./use-threads-columns";

afterEach(cleanPage);

const scale = threadScale([]);
const whole = { hasRoom: true, hasMessages: true, hasFigures: true, hasFacts: true, scores: [], commonScores: [] };

const open = (address = "", choice: Partial<typeof whole> = {}) =>
  renderOnPage((props: typeof whole) => ({ ...useThreadsColumns(scale, props), areFactsShown: useAreFactsShown() }), {
    props: { ...whole, ...choice },
    address,
  });

const idsOf = ({ order, hidden }: { order: readonly string[]; hidden: readonly string[] }) =>
  order.filter((id) => id !== "select" && !hidden.includes(id));

it("show users and tools at first, and what the address names in its order", () => {
  const first = open().result.current;
  expect(idsOf(first.shown)).toEqual([
    "thread",
    "messages",
    "turns",
    "user",
    "tools",
    "tokens",
    "cost",
    "errors",
    "range",
    "updated",
  ]);
  const named = open("?cols=cost,thread").result.current;
  expect([idsOf(named.shown), named.areFactsShown]).toEqual([["cost", "thread"], false]);
});

it("keep a choice in the address", async () => {
  const { result, addresses } = open();
  act(() => result.current.arrange(withHidden(result.current.arrangement, "tools", true)));
  const shown = "thread,messages,turns,user,tokens,cost,errors,range,updated";
  await waitFor(() => expect(addresses.at(-1)?.get("cols")).toBe(shown));
  expect(idsOf(result.current.shown)).not.toContain("tools");
});

it("leave fewer beside an open conversation, where a width changes nothing else", async () => {
  const { result, addresses } = open("", { hasRoom: false });
  expect(idsOf(result.current.shown)).toEqual(["thread", "messages", "turns", "range", "updated"]);
  act(() => result.current.arrangeShown(withWidth(result.current.shown, "turns", 80)));
  await waitFor(() => expect(addresses.at(-1)?.get("w")).toBe("turns:80"));
  expect(addresses.at(-1)?.get("cols")).toBeNull();
  act(() => result.current.arrangeShown(withHidden(result.current.shown, "turns", true)));
  const kept = "thread,messages,user,tools,tokens,cost,errors,range,updated";
  await waitFor(() => expect(addresses.at(-1)?.get("cols")).toBe(kept));
});

it("are those that the service can fill", () => {
  const poor = open("", { hasMessages: false, hasFigures: false, hasFacts: false }).result.current;
  expect(idsOf(poor.shown)).toEqual(["thread", "turns", "range", "p50", "p99", "from", "updated"]);
});
