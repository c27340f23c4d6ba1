// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ConnectAgent } from "./connect-agent";

afterEach(cleanPage);

describe("how to connect an agent", () => {
  it("shows the commands for signing in first, and the settings with a key on request", async () => {
    renderElementOnPage(<ConnectAgent publicUrl="https://heddle.example.org" />);
    expect(screen.getByText(/claude mcp login heddle/)).toBeTruthy();
    expect(screen.getByText("npx heddle skills install claude-code")).toBeTruthy();
    expect(screen.queryByText(/HEDDLE_AGENT_KEY/)).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: "Key" }));
    expect(screen.getByText(/"Authorization": "Bearer/)).toBeTruthy();
    expect(screen.queryByText(/claude mcp login/)).toBeNull();
  });
});
