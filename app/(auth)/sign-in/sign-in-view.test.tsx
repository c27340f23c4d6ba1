// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignInView } from "./sign-in-view";

// The picture next to the form measures itself, which jsdom does not support.
vi.mock("@/app/(auth)/sign-in-pattern", () => ({ SignInPattern: () => null }));

const forms: URLSearchParams[] = [];

/** The password of an account with a second factor. */
const TWO_FACTOR_PASSWORD = "a password with a code";

/** Responds as next-auth does to a wrong password, and to a right one whose code is missing or wrong. */
async function answer(input: string, init?: RequestInit): Promise<Response> {
  if (input.endsWith("/providers")) return Response.json({ credentials: { id: "credentials", type: "credentials" } });
  if (input.endsWith("/csrf")) return Response.json({ csrfToken: "token" });
  const form = new URLSearchParams(String(init?.body));
  forms.push(form);
  const isRight = form.get("password") === TWO_FACTOR_PASSWORD;
  const error = isRight ? (form.has("code") ? "code-refused" : "code-required") : "CredentialsSignin";
  return Response.json({ url: `http://localhost:3000/sign-in?error=${error}` }, { status: 401 });
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

  it("asks for no password where only the provider signs in, and still says why it refused", () => {
    render(<SignInView callbackUrl="/" error="oidc-no-role" hasAccounts hasPasswords={false} provider={provider} />);
    expect(screen.getByRole("button", { name: "Continue with Meridian" })).toBeTruthy();
    expect(screen.getByText(/gave you no role here/)).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
  });

  it("says where the set-up link is while there are no accounts", () => {
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts={false} provider={null} />);
    expect(screen.getByText(/Open the set-up link that it printed when it started/)).toBeTruthy();
    cleanup();
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
    expect(screen.queryByText(/set-up link/)).toBeNull();
  });
});

describe("sign-in page of an account with a second factor", () => {
  it("asks for the code after the password, and sends both", async () => {
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
    await userEvent.type(screen.getByLabelText("Email"), "ines@example.org");
    await userEvent.type(screen.getByLabelText("Password"), TWO_FACTOR_PASSWORD);
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByRole("heading", { name: "Enter your code" })).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText(/^Wrong or used code/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    expect((screen.getByLabelText("Recovery code") as HTMLInputElement).value).toBe("");
    const sent = forms.map((form) => [form.get("email"), form.get("password"), form.get("code")]);
    expect(sent).toEqual([
      ["ines@example.org", TWO_FACTOR_PASSWORD, null],
      ["ines@example.org", TWO_FACTOR_PASSWORD, "123456"],
    ]);
  });

  it("leads back to the password, without the message about the code", async () => {
    render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
    await userEvent.type(screen.getByLabelText("Email"), "ines@example.org");
    await userEvent.type(screen.getByLabelText("Password"), `${TWO_FACTOR_PASSWORD}{Enter}`);
    await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");
    await screen.findByText(/^Wrong or used code/);
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
    expect(screen.queryByText(/code/)).toBeNull();
  });
});

it("never puts a password into the address, also when it is sent before the page's code has loaded", () => {
  const { container } = render(<SignInView callbackUrl="/" error={undefined} hasAccounts provider={null} />);
  expect([...container.querySelectorAll("form")].map(({ method }) => method)).toEqual(["post"]);
});
