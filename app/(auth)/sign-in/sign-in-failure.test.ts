import { describe, expect, it } from "vitest";
import { oidcRefusals } from "@/lib/api/contract/app/people";
import { providerFailure, signInFailure } from "./sign-in-failure";

const GENERAL = "Signing in failed. The dashboard's log says why.";

describe("providerFailure", () => {
  it("says nothing without an error", () => expect(providerFailure(undefined, "Okta")).toBeUndefined());

  it.each(oidcRefusals)("has words of its own for %s", (reason) => {
    expect(providerFailure(`oidc-${reason}`, "Okta")).not.toBe(GENERAL);
  });

  it("names the provider that does not answer", () => {
    expect(providerFailure("OAuthSignin", "Okta")).toContain("Okta");
  });

  it.each(["oidc-constructor", "__proto__", "<b>"])("does not repeat what an address says: %s", (error) => {
    expect(providerFailure(error, "Okta")).toBe(GENERAL);
  });
});

describe("signInFailure", () => {
  it("does not tell whether the address or the password was wrong", () => {
    expect(signInFailure("CredentialsSignin", 401)).toBe("Email or password is not right.");
  });
});
