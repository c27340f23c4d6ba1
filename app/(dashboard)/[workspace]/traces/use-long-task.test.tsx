// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useLongTask } from "@/app/(dashboard)/[workspace]/traces/bulk/use-long-task";

afterEach(cleanup);

it("counts progress and returns the result of the task", async () => {
  const { result } = renderHook(() => useLongTask());
  const onDone = vi.fn();
  let finish: (value: string) => void = () => undefined;
  await act(async () =>
    result.current.run(({ onProgress }) => {
      onProgress(3);
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    }, onDone),
  );
  expect(result.current.state).toEqual({ kind: "running", done: 3 });
  await act(async () => finish("made"));
  expect(result.current.state).toEqual({ kind: "resting" });
  expect(onDone).toHaveBeenCalledExactlyOnceWith("made");
});

it("distinguishes a stop from a failure and keeps the progress", async () => {
  const { result } = renderHook(() => useLongTask());
  const onDone = vi.fn();
  await act(async () =>
    result.current.run(({ signal, onProgress }) => {
      onProgress(2);
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    }, onDone),
  );
  await act(async () => result.current.stop());
  expect(result.current.state).toEqual({ kind: "stopped", done: 2 });
  await act(async () => result.current.run(() => Promise.reject(new Error("The disk is full")), onDone));
  expect(result.current.state).toMatchObject({ kind: "failed", done: 0, failure: { message: "The disk is full" } });
  expect(onDone).not.toHaveBeenCalled();
});

it("stops when the page is left", async () => {
  const { result, unmount } = renderHook(() => useLongTask());
  let isStopped = false;
  await act(async () =>
    result.current.run(({ signal }) => {
      signal.addEventListener("abort", () => {
        isStopped = true;
      });
      return new Promise(() => undefined);
    }, vi.fn()),
  );
  unmount();
  expect(isStopped).toBe(true);
});
