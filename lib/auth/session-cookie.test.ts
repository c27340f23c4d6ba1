import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { cookieName } from "./session-cookie";

const nameWith = (variables: Readonly<Record<string, string>>) => cookieName(readEnvironment(variables), "session");

describe("the name of a cookie", () => {
  it("is the same at all dashboards behind one address, whatever ports they listen on", () => {
    for (const HEDDLE_URL of ["http://heddle.test:8080", "http://heddle.test", "https://heddle.test"]) {
      const [first, second] = ["7700", "7710"].map((PORT) => nameWith({ HEDDLE_URL, PORT }));
      expect(first).toBe(second);
    }
  });

  it("differs between dashboards on one machine, since browsers share cookies between ports", () => {
    expect(nameWith({ PORT: "7700" })).toBe("heddle-7700-session");
    expect(nameWith({ PORT: "7710", HEDDLE_SERVICE_PORT: "7711" })).toBe("heddle-7710-session");
  });

  it("ties the cookie to the host over https", () => {
    expect(nameWith({ HEDDLE_URL: "https://heddle.test" })).toBe("__Host-heddle-session");
  });
});
