import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { RenewingQueryClient } from "./renewing-query-client";

/** A query whose reads are answered by hand, in any order. */
function open(queryKey: readonly string[]) {
  const client = new RenewingQueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((text: string) => void)[] = [];
  const signals: AbortSignal[] = [];
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: ({ signal }) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  return { client, answers, signals, observer, shown: () => observer.getCurrentResult() };
}

describe("invalidating queries", () => {
  it("restarts a first read that is under way, and ignores its answer", async () => {
    const { client, answers, signals, observer, shown } = open(["call"]);
    observer.subscribe(() => undefined);
    const renewed = client.invalidateQueries({ queryKey: ["call"] });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    answers[0]?.("old name");
    answers[1]?.("new name");
    await renewed;
    expect(shown()).toMatchObject({ data: "new name", isFetching: false, isError: false });
    expect(answers).toHaveLength(2);
  });

  it("answers those who wait for the first read with the result of the next one", async () => {
    const { client, answers, observer } = open(["call"]);
    observer.subscribe(() => undefined);
    const waiting = client.fetchQuery({ queryKey: ["call"] });
    void client.invalidateQueries();
    answers[1]?.("new name");
    expect(await waiting).toBe("new name");
  });

  it("reads only queries that it names, and only those in use", async () => {
    const { client, answers, signals, observer } = open(["call"]);
    const unused = vi.fn(() => new Promise<string>(() => undefined));
    void client.prefetchQuery({ queryKey: ["call", "unused"], queryFn: unused });
    observer.subscribe(() => undefined);
    void client.invalidateQueries({ queryKey: ["object"] });
    void client.invalidateQueries({ queryKey: ["call"], predicate: () => false });
    void client.invalidateQueries({ queryKey: ["call"], refetchType: "none" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    void client.invalidateQueries({ queryKey: ["call"] });
    answers[1]?.("new name");
    await expect.poll(() => observer.getCurrentResult().data).toBe("new name");
    expect(unused).toHaveBeenCalledTimes(1);
  });
});
