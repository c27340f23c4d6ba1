// @vitest-environment jsdom
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "./toast";
import { useCopyText } from "./use-copy-text";

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type CopyText = ReturnType<typeof useCopyText>;

const copy = async (...given: Parameters<CopyText>) => {
  const { result } = renderHook(() => useCopyText(), { wrapper: ToastProvider });
  await act(async () => result.current(...given));
};

it.each<[string, Parameters<CopyText>[0]]>([
  ["a text", "call-1"],
  ["a text that is still being read", Promise.resolve("call-1")],
  ["a text that is built on demand", () => "call-1"],
])("copies %s and shows the toast", async (_, text) => {
  await copy(text, "Id copied");
  expect(writeText.mock.calls).toEqual([["call-1"]]);
  expect((await screen.findAllByText("Id copied")).length).toBeGreaterThan(0);
});

it("shows a warning when the browser refuses", async () => {
  writeText.mockRejectedValue(new DOMException("Document is not focused.", "NotAllowedError"));
  await copy("call-1", "Id copied");
  expect((await screen.findAllByText("The browser did not allow copying")).length).toBeGreaterThan(0);
  expect(screen.queryByText("Id copied")).toBeNull();
});

it("shows the same warning on a page without a clipboard", async () => {
  vi.stubGlobal("navigator", {});
  await copy("call-1", "Id copied");
  expect((await screen.findAllByText("The browser did not allow copying")).length).toBeGreaterThan(0);
});

it("shows why a text could not be built, and copies nothing", async () => {
  await copy(Promise.reject(new Error("The value is too large.")), "Value copied");
  expect((await screen.findAllByText("The value is too large.")).length).toBeGreaterThan(0);
  expect(writeText).not.toHaveBeenCalled();
});
