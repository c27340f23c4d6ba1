import { describe, expect, it } from "vitest";
import { browserCommand } from "./open-page";

const URL_TEXT = "http://localhost:7700/air/traces?t=all&q=a";

describe("the program that opens an address", () => {
  it("is that of the system, and gets the address as one argument", () => {
    expect(browserCommand(URL_TEXT, "darwin", {})).toEqual(["open", URL_TEXT]);
    expect(browserCommand(URL_TEXT, "win32", {})).toEqual(["rundll32", "url.dll,FileProtocolHandler", URL_TEXT]);
    expect(browserCommand(URL_TEXT, "linux", { DISPLAY: ":0" })).toEqual(["xdg-open", URL_TEXT]);
    expect(browserCommand(URL_TEXT, "linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open", URL_TEXT]);
  });

  it("is none where there is no screen, or where the user came with SSH", () => {
    expect(browserCommand(URL_TEXT, "linux", {})).toBeNull();
    expect(browserCommand(URL_TEXT, "darwin", { SSH_CONNECTION: "a b" })).toBeNull();
  });
});
