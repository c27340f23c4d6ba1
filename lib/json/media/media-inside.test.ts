import { describe, expect, it } from "vitest";
import { mediaInside, mediaInText } from "./media-inside";
import { clientValues } from "./testing/client-values";

const PNG = `data:image/png;base64,iVBORw0KGgo${"A".repeat(200)}`;

describe("the media inside a value", () => {
  it("is listed with its path, nearest the top first", () => {
    const value = { list: [1, { url: PNG }], image: clientValues.png, when: clientValues.datetime, text: "no media" };
    expect(mediaInside(value, 9).map(({ path, rich }) => [path, rich.kind])).toEqual([
      ["image", "media"],
      ["when", "time"],
      ["list[1].url", "media"],
    ]);
    expect(mediaInside(value, 1)).toHaveLength(1);
  });

  it("may be the value itself", () => {
    expect(mediaInside(PNG, 3)).toMatchObject([{ path: "" }]);
    expect(mediaInside(null, 3)).toEqual([]);
  });

  it("leaves out objects of unknown types without files", () => {
    expect(mediaInside({ a: { _type: "CustomWeaveType", weave_type: { type: "X" }, val: 1 } }, 3)).toEqual([]);
  });
});

describe("the media in a text", () => {
  it("is found in JSON, whole or cut, and in a data address", () => {
    const text = JSON.stringify({ image: clientValues.png, rest: "x".repeat(400) });
    expect(mediaInText(text, 3)).toMatchObject([{ path: "image" }]);
    expect(mediaInText(text.slice(0, 300), 3)).toMatchObject([{ path: "image" }]);
    expect(mediaInText(PNG, 3)).toMatchObject([{ path: "" }]);
    expect(mediaInText(JSON.stringify(PNG), 3)).toMatchObject([{ path: "" }]);
  });

  it("is left out where its digest is cut", () => {
    const text = JSON.stringify({ image: clientValues.png });
    const at = text.indexOf("nN0lVMp");
    expect(mediaInText(text.slice(0, at + 10), 3)).toEqual([]);
  });

  it("is not looked for in other text", () => {
    expect(mediaInText("Where is my order?", 3)).toEqual([]);
    expect(mediaInText('{"question":"Where?"}', 3)).toEqual([]);
  });
});
