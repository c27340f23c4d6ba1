// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { LazyValue } from "./lazy-value";
import { downloadValue } from "./whole-text";

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, "showSaveFilePicker");
});

/** A browser that would show a save dialog, and saves downloads; records its actions. */
function browser() {
  const done = { asked: 0, saved: [] as string[] };
  Object.assign(window, {
    showSaveFilePicker: () => {
      done.asked += 1;
      return Promise.reject(new DOMException("Closed.", "AbortError"));
    },
  });
  URL.createObjectURL = () => "blob:made";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
    done.saved.push(this.download);
  });
  return done;
}

it("downloads a loaded value without a dialog", async () => {
  const done = browser();
  expect(await downloadValue("call/1", { a: [1, "x"] })).toBe(true);
  expect(done).toEqual({ asked: 0, saved: ["call_1.json"] });
});

it("shows a save dialog for a value that must be read first, and writes nothing when the user closes it", async () => {
  const done = browser();
  const source = {
    read: () => Promise.reject(new Error("Not asked.")),
    content: () => Promise.reject(new Error("Not asked.")),
  };
  const origin = { source, path: [] } as unknown as ConstructorParameters<typeof LazyValue>[0];
  const lazy = new LazyValue(origin, { kind: null, size: 50_000_000 });
  expect(await downloadValue("inputs", { inputs: lazy })).toBe(false);
  expect(done).toEqual({ asked: 1, saved: [] });
});
