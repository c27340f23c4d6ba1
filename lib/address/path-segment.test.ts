import { expect, it } from "vitest";
import { pathSegment, textOfSegment } from "./path-segment";

it.each(["..", ".", "~..", "~~.", "...", "a/b", "a?b#c", "%2E%2E", "~a", "größe 你好", "__proto__"])(
  "leads back to %s, in one segment that browsers keep",
  (text) => {
    const url = new URL(`/w/threads/${pathSegment(text)}`, "http://h");
    const segments = url.pathname.split("/");
    expect(segments).toHaveLength(4);
    expect(textOfSegment(segments[3] ?? "")).toBe(text);
  },
);
