import { describe, expect, it } from "vitest";
import { callTarget, weaveLinkTarget } from "./sdk-target";

describe("a link that an SDK printed", () => {
  it.each([
    [["objects", "passengers", "versions", "abc"], "/ws/objects?object=passengers&version=abc"],
    [["objects", "passengers"], "/ws/objects?object=passengers"],
    [["objects"], "/ws/objects"],
    [["ops", "quote", "versions", "abc"], "/ws/objects?object=op%2Fquote&version=abc"],
    [["ops"], "/ws/objects?kind=op"],
    [["calls", "0199-a"], "/ws/traces/0199-a"],
    [["traces"], "/ws/traces"],
    [["runs", "log:0199-a"], "/ws/runs/log%3A0199-a"],
    [["runs"], "/ws/runs"],
    [[], "/ws/traces"],
    [["something", "new"], "/ws/traces"],
  ])("leads to the page of its target: %s", (path, href) => {
    expect(weaveLinkTarget("ws", path)).toBe(href);
  });

  it("never leads out of its workspace", () => {
    expect(callTarget("ws", "../../settings")).toBe("/ws/traces/..%2F..%2Fsettings");
    expect(weaveLinkTarget("ws", ["objects", "a/../b"])).toBe("/ws/objects");
  });
});
