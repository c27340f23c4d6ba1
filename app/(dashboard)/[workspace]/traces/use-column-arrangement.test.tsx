// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useColumnArrangement } from "./use-column-arrangement";
import { useFirstStart } from "./use-first-start";

afterEach(cleanPage);

describe("the columns of the calls", () => {
  const score = (name: string, kind: ProjectScore["kind"]): ProjectScore => ({
    name,
    kind,
    source: "scorer",
    field: `score.${name}`,
    feedback_type: `wandb.runnable.${name}`,
    count: 1,
    number_count: 0,
    min: null,
    max: null,
    mean: null,
    true_count: 0,
    false_count: 0,
    values: [],
    last_at: "2026-11-20T14:30:00Z",
  });

  function open(address = "", scores: readonly ProjectScore[] = [], common: readonly string[] = []) {
    const page = renderOnPage(() => useColumnArrangement(scores, common), { props: {}, address });
    const settle = (change: () => void) => act(async () => change());
    const param = (name: string) => page.addresses.at(-1)?.get(name) ?? null;
    return { now: () => page.result.current, settle, param };
  }

  it("include paths into calls, in the order of the address", () => {
    const { now } = open("?cols=inputs.question,started,nonsense");
    expect(now().shown).toContain("inputs.question");
    expect(now().shown).not.toContain("nonsense");
  });

  it("begin with the verdicts that most rows have, and list the other scores", () => {
    const scores = [
      score("reason", "text"),
      score("reward", "number"),
      score("ok", "boolean"),
      score("late", "number"),
    ];
    const { now } = open("", scores, ["score.reason", "score.ok"]);
    expect(now().shown.filter((id) => id.startsWith("score."))).toEqual(["score.ok"]);
    expect(now().arrangement.hidden).toEqual(expect.arrayContaining(["score.reason", "score.reward", "score.late"]));
  });

  it("include a score of the address before the scores of the project are known", () => {
    const { now } = open("?cols=score.reward@scorer,started");
    expect(now().shown).toContain("score.reward@scorer");
  });

  it("are written to the address, without what is the default", async () => {
    const { now, settle, param } = open();
    const { arrangement, shown } = now();
    const [last = ""] = shown.slice(-1);
    await settle(() =>
      now().arrange({ ...arrangement, hidden: [...arrangement.hidden, last], pinned: [shown[2] ?? ""] }),
    );
    expect(now().shown).not.toContain(last);
    await waitFor(() => expect([param("cols") !== null, param("pin")]).toEqual([true, shown[2]]));
    await settle(() => now().arrange({ ...now().arrangement, widths: { [shown[2] ?? ""]: 90 } }));
    await waitFor(() => expect(param("w")).toContain("90"));
    await settle(() => now().arrange(arrangement));
    await waitFor(() => expect([param("cols"), param("pin"), param("w")]).toEqual([null, null, null]));
  });
});

describe("the help to send the first call", () => {
  type Seen = { isEmpty: boolean; hasCalls: boolean };
  function open(first: Seen, address = "") {
    const page = renderOnPage(({ isEmpty, hasCalls }: Seen) => useFirstStart(isEmpty, hasCalls), {
      props: first,
      address,
    });
    return { ...page, isShown: () => page.result.current.isShown };
  }

  it("is shown in an empty project, also while the list is refreshed, until a call arrives", () => {
    const { isShown, rerender } = open({ isEmpty: false, hasCalls: false });
    expect(isShown()).toBe(false);
    rerender({ isEmpty: true, hasCalls: false });
    rerender({ isEmpty: false, hasCalls: false });
    expect(isShown()).toBe(true);
    rerender({ isEmpty: false, hasCalls: true });
    expect(isShown()).toBe(false);
    rerender({ isEmpty: true, hasCalls: false });
    expect(isShown()).toBe(false);
  });

  it("is not shown where there were calls, nor after one was seen elsewhere", () => {
    expect(open({ isEmpty: false, hasCalls: true }).isShown()).toBe(false);
    const { isShown, result } = open({ isEmpty: true, hasCalls: false });
    act(() => result.current.arrive());
    expect(isShown()).toBe(false);
  });

  it("can be skipped, and shown again", async () => {
    const { isShown, result } = open({ isEmpty: true, hasCalls: false });
    await act(async () => result.current.skip());
    expect(isShown()).toBe(false);
    await act(async () => result.current.show());
    expect(isShown()).toBe(true);
    expect(open({ isEmpty: true, hasCalls: false }, "?start=false").isShown()).toBe(false);
  });
});
