// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { DeviceView } from "./device-view";

// The picture next to the form measures itself, which jsdom does not support.
vi.mock("@/app/(auth)/sign-in-pattern", () => ({ SignInPattern: () => null }));

afterEach(cleanPage);

const FOUND = {
  clientName: "Heddle command line on laptop",
  address: "192.0.2.7",
  askedAt: "2026-11-30T12:00:00Z",
  access: "write",
  userCode: "BCDF-GHJK",
} as const;

const refusal = (loc: string, msg: string) => () => {
  const error = {
    kind: "validation",
    message: "Refused",
    requestId: "r",
    operation: "x",
    detail: [{ loc: ["body", loc], msg, type: "x" }],
  };
  return new Response(JSON.stringify({ error }), { status: 422 });
};

function show(answers: Answers, { givenCode = "", canWrite = true } = {}) {
  const sent = answerRequests(answers);
  renderElementOnPage(
    <DeviceView
      givenCode={givenCode}
      account="Ines (ines@example.org)"
      canWrite={canWrite}
      workspaces={[{ id: "w", slug: "air" }]}
    />,
  );
  return sent;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function showConsent(answers: Answers = {}, options = {}) {
  const sent = show(
    { "oauthClients.findDevice": () => json(FOUND), ...answers },
    { givenCode: "BCDF-GHJK", ...options },
  );
  await press("Continue");
  await screen.findByRole("heading", { name: "Connect Heddle command line on laptop?" });
  return sent;
}

describe("the page for the code of a program", () => {
  it("asks for the code, and says why one is refused", async () => {
    const answers = [refusal("userCode", "No program waits under this code."), () => failed("upstream")];
    const sent = show({ "oauthClients.findDevice": () => (answers.shift() ?? (() => json(FOUND)))() });
    await userEvent.type(screen.getByRole("textbox", { name: "Code" }), "bcdf ghjk");
    await press("Continue");
    expect(await screen.findByText("No program waits under this code.")).toBeTruthy();
    await press("Continue");
    expect(await screen.findByText("It is upstream.")).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ userCode: "bcdf ghjk" }, { userCode: "bcdf ghjk" }]);
  });

  it("decides nothing by the code of an address alone: the user compares it first", () => {
    const sent = show({}, { givenCode: "BCDF-GHJK" });
    expect(screen.getByRole("textbox", { name: "Code" })).toHaveProperty("value", "BCDF-GHJK");
    expect(screen.getByText(/Continue only if both are the same/)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("names the program, where it asked from, its code and the account, and allows reading only until told otherwise", async () => {
    const sent = await showConsent({ "oauthClients.allowDevice": () => json({ clientName: FOUND.clientName }) });
    for (const text of ["192.0.2.7", "BCDF-GHJK", /Ines \(ines@example\.org\)/])
      expect(screen.getByText(text)).toBeTruthy();
    await press("Allow");
    expect(await screen.findByRole("heading", { name: "Allowed" })).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ userCode: "BCDF-GHJK", access: "read", workspaceId: null });
  });

  it("denies, and says so", async () => {
    const sent = await showConsent({ "oauthClients.denyDevice": () => json({ clientName: FOUND.clientName }) });
    await press("Deny");
    expect(await screen.findByRole("heading", { name: "Denied" })).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ operation: "oauthClients.denyDevice", body: { userCode: "BCDF-GHJK" } });
  });

  it("offers reading only to a viewer, and stays for another try when the server refuses", async () => {
    await showConsent({ "oauthClients.allowDevice": refusal("userCode", "It has expired.") }, { canWrite: false });
    expect(screen.getByText("Your role allows reading only.")).toBeTruthy();
    await press("Allow");
    expect((await screen.findByRole("alert")).textContent).toBe("It has expired.");
    expect(screen.getByRole("button", { name: "Allow" })).toHaveProperty("disabled", false);
  });
});
