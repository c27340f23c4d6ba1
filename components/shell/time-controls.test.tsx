// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { press, renderElementOnPage } from "@/test/setup/render-on-page";
import { TimeControls } from "./time-controls";

afterEach(cleanup);

const live = () => screen.getByRole("button", { name: "Live" });

it("turns live updates off and on, with the button and with the shortcut", async () => {
  const { addresses } = renderElementOnPage(<TimeControls />);
  expect(live().getAttribute("aria-pressed")).toBe("true");
  press("Shift+l");
  await vi.waitFor(() => expect(live().getAttribute("aria-pressed")).toBe("false"));
  await vi.waitFor(() => expect(addresses.at(-1)?.get("live")).toBe("false"));
  await userEvent.click(live());
  await vi.waitFor(() => expect(live().getAttribute("aria-pressed")).toBe("true"));
});

it("names the time range of the address, and the zone of times", () => {
  renderElementOnPage(<TimeControls />, { address: "?t=7d" });
  expect(screen.getByRole("button", { name: "Time range: Last 7 days" }).textContent).toBe("Last 7 daysUTC");
});
