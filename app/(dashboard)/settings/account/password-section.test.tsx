// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { PasswordSection } from "./password-section";

afterEach(cleanPage);

const refused = (member: string, msg: string) => {
  const detail = [{ loc: ["body", member], msg, type: "wrong" }];
  return Response.json(
    { error: { kind: "validation", message: msg, requestId: "r", operation: "x", detail } },
    { status: 422 },
  );
};

const account = (hasPassword: boolean) => ({
  "secondFactor.read": () => json({ hasPassword, enabledAt: null, recoveryCodesLeft: 0 }),
});

describe("the password in Settings → Account", () => {
  it("is changed with the current one, and says at each field why it was not", async () => {
    const sent = answerRequests({
      ...account(true),
      "password.change": ({ body }) => {
        if (body.password !== "right") return refused("password", "Incorrect password");
        return body.newPassword === "a common password"
          ? refused("newPassword", "This password is too common.")
          : json({ endedCount: 2 });
      },
    });
    renderElementOnPage(<PasswordSection />);
    await userEvent.click(await screen.findByRole("button", { name: "Change password" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change your password" }));
    const enter = async (current: string, next: string) => {
      await userEvent.clear(dialog.getByLabelText("Current password"));
      await userEvent.type(dialog.getByLabelText("Current password"), current);
      await userEvent.clear(dialog.getByLabelText("New password"));
      await userEvent.type(dialog.getByLabelText("New password"), `${next}{Enter}`);
    };
    await enter("right", "short");
    await dialog.findByText("At least 12 characters", { selector: "[role=alert] *, [role=alert]" });
    expect(sent.map(({ operation }) => operation)).not.toContain("password.change");
    await enter("wrong", "a long new password");
    await dialog.findByText("Incorrect password");
    await enter("right", "a common password");
    await dialog.findByText("This password is too common.");
    await enter("right", "a long new password");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.filter(({ operation }) => operation === "password.change").at(-1)?.body).toEqual({
      password: "right",
      newPassword: "a long new password",
    });
    expect(document.body.textContent).not.toContain("a long new password");
  });

  it("is not offered to an account without one", async () => {
    const sent = answerRequests(account(false));
    renderElementOnPage(<PasswordSection />);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
