// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ConsentView } from "./consent-view";

// The picture next to the form measures itself, which jsdom does not support.
vi.mock("@/app/(auth)/sign-in-pattern", () => ({ SignInPattern: () => null }));

afterEach(cleanPage);

const facts = {
  clientName: "Test agent",
  destination: "a program on your computer (127.0.0.1)",
  choices: ["read", "write"],
  limit: null,
  account: "Ines (ines@example.org)",
  refuseUrl: "http://127.0.0.1:41234/callback?error=access_denied",
} as const;

const show = () => renderElementOnPage(<ConsentView facts={facts} request="client_id=c" workspaces={[]} />);
const allow = () => userEvent.click(screen.getByRole("button", { name: "Allow" }));

describe("the consent page", () => {
  it("names the agent, the account and where the answer goes, and allows reading only until told otherwise", async () => {
    // An address that the test's document can follow.
    const sent = answerRequests({ "oauthClients.allow": () => json({ redirectTo: "#back" }) });
    show();
    expect(screen.getByRole("heading", { name: "Connect Test agent?" })).toBeTruthy();
    expect(screen.getByText(/Ines \(ines@example\.org\)/)).toBeTruthy();
    expect(screen.getByText(facts.destination)).toBeTruthy();
    await allow();
    expect(await screen.findByRole("status")).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ request: "client_id=c", access: "read", workspaceId: null }]);
    expect(window.location.hash).toBe("#back");
  });

  it("leads back with a refusal without asking the server", () => {
    const sent = answerRequests({});
    show();
    expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe(facts.refuseUrl);
    expect(sent).toEqual([]);
  });

  it("shows why the server refused, and stays for another try", async () => {
    const detail = [{ loc: ["body", "request"], msg: "This client is not registered here", type: "x" }];
    const error = { kind: "validation", message: "Refused", requestId: "r", operation: "x", detail };
    const refusal = () => new Response(JSON.stringify({ error }), { status: 422 });
    const answers = [refusal, () => failed("upstream")];
    answerRequests({ "oauthClients.allow": () => (answers.shift() ?? refusal)() });
    show();
    await allow();
    expect((await screen.findByRole("alert")).textContent).toBe("This client is not registered here");
    await allow();
    expect(await screen.findByText("It is upstream.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Allow" })).toHaveProperty("disabled", false);
  });
});
