import { describe, expect, it } from "vitest";
import { isAllowedRedirectUri, isRegisteredRedirectUri, redirectHost } from "./redirect-uri";

describe("an address that a client may register", () => {
  it.each([
    "https://client.example.org/callback",
    "https://client.example.org:8443/callback?app=1",
    "http://localhost:3000/callback",
    "http://127.0.0.1/",
    "http://[::1]:41234/oauth",
  ])("is %s", (uri) => expect(isAllowedRedirectUri(uri)).toBe(true));

  it.each([
    "",
    "callback",
    "http://client.example.org/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1.evil.example/",
    "http://127.0.0.2/",
    "http://0.0.0.0/",
    "http://localhost@evil.example/",
    "https://user@client.example.org/",
    "https://:password@client.example.org/",
    "https://client.example.org/#",
    "https://client.example.org/#part",
    "https://client.example.org\\@evil.example/",
    "https://client.example.org/\tcallback",
    " https://client.example.org/",
    "javascript:alert(1)//https://",
    "data:text/html,x",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "file:///etc/passwd",
    `https://client.example.org/${"x".repeat(1000)}`,
  ])("is not %j", (uri) => expect(isAllowedRedirectUri(uri)).toBe(false));
});

describe("an address that a client asks for", () => {
  const registered = ["https://client.example.org/callback", "http://localhost:3000/callback?app=1"];

  it.each([
    "https://client.example.org/callback",
    "http://localhost:3000/callback?app=1",
    "http://localhost:51999/callback?app=1",
    "http://localhost/callback?app=1",
  ])("is registered: %s", (uri) => expect(isRegisteredRedirectUri(registered, uri)).toBe(true));

  it.each([
    "https://client.example.org/callback/",
    "https://client.example.org/callback?next=https://evil.example",
    "https://client.example.org:8443/callback",
    "https://CLIENT.example.org/callback",
    "https://client.example.org/x/../callback",
    "https://client.example.org/callback#x",
    "http://localhost:3000/callback",
    "http://localhost:3000/other?app=1",
    "http://127.0.0.1:3000/callback?app=1",
    "https://localhost:3000/callback?app=1",
    "http://localhost:3000@evil.example/callback?app=1",
    "http://evil.example:3000/callback?app=1",
    "",
  ])("is not registered: %j", (uri) => expect(isRegisteredRedirectUri(registered, uri)).toBe(false));
});

describe("redirectHost", () => {
  it("names the port of a site, and leaves out that of a program on a machine", () => {
    expect(redirectHost("https://client.example.org:8443/x")).toBe("client.example.org:8443");
    expect(redirectHost("http://127.0.0.1:41234/callback")).toBe("127.0.0.1");
  });
});
