// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Turn } from "@/lib/thread/thread-turns";
import { cleanPage, press, renderOnPage } from "@/test/setup/render-on-page";
import { useThreadPageKeys } from "./use-thread-page-keys";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useSearchParams: () => new URLSearchParams("q=refund&turn=t1"),
}));

beforeEach(() => push.mockReset());
afterEach(() => {
  cleanPage();
  document.body.replaceChildren();
});

const find = vi.fn();

const turnOf = (id: string, status = "ok", lastModelId: string | null = null) => ({ id, status, lastModelId }) as Turn;
const turns = [turnOf("t1", "error"), turnOf("t2"), turnOf("t3", "error"), turnOf("t4")];

function open(first: string | null, own: readonly Turn[] = turns) {
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const page = renderOnPage(
    () => {
      const [turnId, setTurnId] = useState(first);
      const onTurnChange = (id: string) => {
        setTurnId(id);
        return settled;
      };
      useThreadPageKeys({ slug: "airline", turns: own, turnId, onTurnChange, onFind: find });
      return turnId;
    },
    { props: {} },
  );
  return { turnId: () => page.result.current, settle: () => act(async () => settle()) };
}

it("moves between turns and stops at both ends", () => {
  const { turnId } = open(null);
  press("k");
  expect(turnId()).toBe("t1");
  press("j", "ArrowDown", "j", "j", "j");
  expect(turnId()).toBe("t4");
  press("ArrowUp");
  expect(turnId()).toBe("t3");
});

it("goes to the next failed turn, from the last to the first one, and stays when none failed", () => {
  const { turnId } = open("t1");
  press("n");
  expect(turnId()).toBe("t3");
  press("n");
  expect(turnId()).toBe("t1");
  cleanPage();
  const fine = open("t2", [turnOf("t2")]);
  press("n");
  expect(fine.turnId()).toBe("t2");
});

it("leaves only after the address has the last step", async () => {
  const { settle } = open("t1");
  press("j", "Escape");
  await act(async () => undefined);
  expect(push).not.toHaveBeenCalled();
  await settle();
  expect(push).toHaveBeenCalledWith("/airline/threads?q=refund");
});

it("opens the trace of the turn, or of the first turn, and nothing in an empty thread", async () => {
  const { settle } = open("t2");
  press("j", "t");
  await settle();
  expect(push).toHaveBeenLastCalledWith("/airline/traces/t3");
  cleanPage();
  open(null, []);
  await act(async () => press("t", "j"));
  expect(push).toHaveBeenCalledOnce();
});

it("presses the links to the neighbouring threads", async () => {
  open("t1");
  const link = document.body.appendChild(document.createElement("a"));
  link.setAttribute("aria-label", "Next thread");
  const onPress = vi.fn();
  link.addEventListener("click", onPress);
  await act(async () => press("[", "]"));
  expect(onPress).toHaveBeenCalledOnce();
});

it("counts each of several presses before the address has the first", () => {
  const chosen: string[] = [];
  const onTurnChange = (id: string) => {
    chosen.push(id);
    return new Promise(() => undefined);
  };
  renderOnPage(() => useThreadPageKeys({ slug: "airline", turns, turnId: null, onTurnChange, onFind: find }), {
    props: {},
  });
  press("j", "j", "j", "k");
  expect(chosen).toEqual(["t1", "t2", "t3", "t2"]);
});

it("opens the last model call of the turn in the playground, where the turn has one", async () => {
  const own = [turnOf("t1", "ok", "call/1"), turnOf("t2")];
  open("t1", own);
  press("p");
  await expect.poll(() => push.mock.lastCall?.[0]).toBe("/airline/playground?call=call%2F1");
  cleanPage();
  push.mockReset();
  open("t2", own);
  await act(async () => press("p"));
  expect(push).not.toHaveBeenCalled();
});

it("moves the focus into the search", () => {
  open("t1");
  press("/");
  expect(find).toHaveBeenCalledOnce();
});
