import { describe, expect, it } from "vitest";
import { oidcRefusals } from "@/lib/api/contract/app/people";
import { providerFailure, signInFailure } from "./sign-in-failure";

const GENERAL = "Sign-in failed. See the dashboard's log.";

describe("providerFailure", () => {
  it("returns nothing without an error", () => expect(providerFailure(undefined, "Okta")).toBeUndefined());

  it.each(oidcRefusals)("has its own text for %s", (reason) => {
    expect(providerFailure(`oidc-${reason}`, "Okta")).not.toBe(GENERAL);
  });

  it("names the provider that does not respond", () => {
    expect(providerFailure("OAuthSignin", "Okta")).toContain("Okta");
  });

  it.each(["oidc-constructor", "__proto__", "<b>"])("does not repeat text from the URL: %s", (error) => {
    expect(providerFailure(error, "Okta")).toBe(GENERAL);
  });
});

describe("signInFailure", () => {
  it("does not reveal whether the email or the password was wrong", () => {
    expect(signInFailure("CredentialsSignin", 401)).toBe("Incorrect email or password.");
  });

  it("has its own text for a wrong code", () => {
    expect(signInFailure("code-refused", 401)).toBe("Wrong or used code. Enter the one that the app shows now.");
  });
});
