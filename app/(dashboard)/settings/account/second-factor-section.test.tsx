// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { SecondFactorSection } from "./second-factor-section";

afterEach(cleanPage);

const SECRET = "ABCDEFGHIJKLMNOP";
const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);

/** The dashboard's answers to an account whose password is "right". */
function answerAccount() {
  let enabledAt: string | null = null;
  const refused = (member: string, msg: string) => {
    const detail = [{ loc: ["body", member], msg, type: "wrong" }];
    const error = { kind: "validation", message: msg, requestId: "r", operation: "x", detail };
    return Response.json({ error }, { status: 422 });
  };
  return answerRequests({
    "secondFactor.read": () =>
      json({ hasPassword: true, enabledAt, recoveryCodesLeft: enabledAt === null ? 0 : CODES.length }),
    "secondFactor.begin": ({ body }) =>
      body.password === "right"
        ? json({
            secret: SECRET,
            address: `otpauth://totp/x?secret=${SECRET}`,
            qrCode: { size: 3, path: "M0 0h1v1h-1z" },
          })
        : refused("password", "Incorrect password"),
    "secondFactor.enable": ({ body }) => {
      if (body.code !== "123 456") return refused("code", "Wrong code.");
      enabledAt = "2026-11-23T12:00:00.000Z";
      return json({ recoveryCodes: CODES });
    },
    "secondFactor.disable": () => {
      enabledAt = null;
      return json({});
    },
  });
}

describe("two-factor authentication in Settings → Account", () => {
  it("is turned on with the password and the first code, shows recovery codes once, and is turned off", async () => {
    const sent = answerAccount();
    renderElementOnPage(<SecondFactorSection />);
    await userEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await userEvent.type(await screen.findByLabelText("Your password"), "wrong{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Incorrect password");
    await userEvent.clear(screen.getByLabelText("Your password"));
    await userEvent.type(screen.getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByRole("img", { name: "QR code of the key" })).toBeTruthy();
    expect(screen.getByText("ABCD EFGH IJKL MNOP")).toBeTruthy();

    await userEvent.type(screen.getByLabelText("Code"), "12{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Enter the six digits");
    expect(sent.map(({ operation }) => operation)).not.toContain("secondFactor.enable");
    await userEvent.clear(screen.getByLabelText("Code"));
    await userEvent.type(screen.getByLabelText("Code"), "000000{Enter}");
    await screen.findByText("Wrong code.");
    await userEvent.clear(screen.getByLabelText("Code"));
    await userEvent.type(screen.getByLabelText("Code"), "123 456{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Recovery codes" });
    expect(
      within(dialog)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    await userEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    expect(await screen.findByText(/^On since/)).toBeTruthy();
    expect(screen.getByText("10 recovery codes left.")).toBeTruthy();
    expect(document.body.textContent).not.toContain(CODES[0]);

    await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
    const confirm = await screen.findByRole("dialog", { name: "Turn off two-factor authentication?" });
    await userEvent.type(within(confirm).getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByText("Off: sign-in asks for the password only.")).toBeTruthy();
  });

  it("is not offered to an account without a password", async () => {
    answerRequests({
      "secondFactor.read": () => json({ hasPassword: false, enabledAt: null, recoveryCodesLeft: 0 }),
    });
    renderElementOnPage(<SecondFactorSection />);
    expect(await screen.findByText(/^Your account has no password/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
