// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignInView } from "./sign-in-view";

// The picture next to the form measures itself, which jsdom does not support.
vi.mock("@/app/(auth)/sign-in-pattern", () => ({ SignInPattern: () => null }));

const forms: URLSearchParams[] = [];

/** Responds as next-auth does to a wrong password. */
async function answer(input: string, init?: RequestInit): Promise<Response> {
  if (input.endsWith("/providers")) return Response.json({ credentials: { id: "credentials", type: "credentials" } });
  if (input.endsWith("/csrf")) return Response.json({ csrfToken: "token" });
  const form = new URLSearchParams(String(init?.body));
  forms.push(form);
  return Response.json({ url: "http://localhost:3000/sign-in?error=CredentialsSignin" }, { status: 401 });
}

beforeEach(() => {
  vi.stubGlobal("fetch", vi.fn(answer));
});

afterEach(() => {
  cleanup();
  forms.length = 0;
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const provider = { name: "Meridian", home: "http://localhost:3000" };

describe("sign-in page after the provider refused", () => {
  it("shows the reason, and then the response to the password", async () => {
    window.history.replaceState(null, "", "/sign-in?error=oidc-unverified");
    render(<SignInView callbackUrl="/air/traces" error="oidc-unverified" hasAccounts provider={provider} />);
    expect(screen.getByText(/has not verified your email address/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Email"), "ines@example.org");
    await userEvent.type(screen.getByLabelText("Password"), "a long enough password");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Incorrect email or password.")).toBeTruthy();
    // The requested URL is returned as the response's URL: an error in it would count as a refusal.
    expect(forms.map((form) => form.get("callbackUrl"))).toEqual(["/"]);
  });

  it("shows the provider button only when a provider is configured", () => {
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
    expect(screen.queryByRole("button", { name: /^Continue with/ })).toBeNull();
  });

  it("says where the set-up link is while there are no accounts", () => {
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts={false} provider={null} />);
    expect(screen.getByText(/Open the set-up link that it printed when it started/)).toBeTruthy();
    cleanup();
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
    expect(screen.queryByText(/set-up link/)).toBeNull();
  });
});
