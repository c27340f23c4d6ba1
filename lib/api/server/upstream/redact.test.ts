import { describe, expect, it } from "vitest";
import { Secret } from "@/lib/auth/secret";
import { redactor } from "./redact";

const SECRET = 'p"a/s+s w&é-CANARY';
const redact = redactor([new Secret(SECRET)]);

describe("redactor", () => {
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify({ key: SECRET })],
    ["in JSON with escaped slashes", JSON.stringify({ key: SECRET }).replaceAll("/", "\\/")],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["percent-encoded in lower case", encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ["as a form sends it", encodeURIComponent(SECRET).replaceAll("%20", "+")],
    ["in HTML", SECRET.replace("&", "&amp;").replace('"', "&quot;")],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["in hex of upper case", Buffer.from(`user:${SECRET}`).toString("hex").toUpperCase()],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["in base64url", Buffer.from(SECRET).toString("base64url")],
    ["in base64 after a user name", Buffer.from(`user:${SECRET}`).toString("base64")],
    ["in base64 between other bytes", Buffer.from(`ab:${SECRET};more`).toString("base64")],
    ["in base64 at the third alignment", Buffer.from(`x${SECRET}yz`).toString("base64url")],
  ])("removes a credential %s", (_name, text) => {
    const clean = redact(`before ${text} after ${text}`);
    expect(clean).toContain("[redacted]");
    expect(clean).toMatch(/^before .* after /);
    expect(clean).not.toContain("CANARY");
    for (const word of clean.split(/\s/)) {
      expect(Buffer.from(word, "base64").toString()).not.toContain("CANARY");
      expect(Buffer.from(word.replaceAll(/[^0-9a-f]/gi, ""), "hex").toString()).not.toContain("CANARY");
      expect(decodeURIComponent(word.replace(/%(?![0-9a-f]{2})/gi, "%25"))).not.toContain("CANARY");
    }
  });

  it("keeps other text unchanged", () => {
    const text = "Q0FOQVJZ is not ours, nor is pass word";
    expect(redact(text)).toBe(text);
    expect(redactor([])(SECRET)).toBe(SECRET);
  });
});
