// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { chooseTimeZone } from "@/components/browser/choose-time-zone";
import { writeTimesIn } from "@/lib/format/time-zone";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { TimeRangePanel } from "./time-range-panel";

// A test document cannot be loaded again.
vi.mock("@/components/browser/choose-time-zone", () => ({ chooseTimeZone: vi.fn() }));

afterEach(() => {
  cleanPage();
  window.localStorage.clear();
  vi.restoreAllMocks();
  vi.mocked(chooseTimeZone).mockClear();
  writeTimesIn("utc");
});

function open(address = "") {
  const onDone = vi.fn();
  const { addresses } = renderElementOnPage(<TimeRangePanel onDone={onDone} />, { address });
  return {
    onDone,
    addressNow: () => {
      const now = addresses.at(-1)?.toString();
      return now === undefined ? undefined : decodeURIComponent(now);
    },
  };
}

it("takes a range in words, and closes", async () => {
  const { onDone, addressNow } = open();
  await userEvent.type(screen.getByRole("textbox", { name: "Range" }), "last 3 days{Enter}");
  await waitFor(() => expect(addressNow()).toBe("t=3d"));
  expect(onDone).toHaveBeenCalledOnce();
});

it("takes two dates", async () => {
  const { addressNow } = open();
  await userEvent.type(screen.getByRole("textbox", { name: "Range" }), "2026-11-03 to 2026-11-05{Enter}");
  await waitFor(() => expect(addressNow()).toBe("from=2026-11-03T00:00:00Z&to=2026-11-06T00:00:00Z"));
});

it("says what to write where it cannot read the words, and stays open", async () => {
  const { onDone, addressNow } = open();
  const field = screen.getByRole("textbox", { name: "Range" });
  await userEvent.type(field, "some day{Enter}");
  expect(screen.getByText(/“some day” is not a date or a time/)).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(onDone).not.toHaveBeenCalled();
  expect(addressNow()).toBeUndefined();
  await userEvent.type(field, "s");
  expect(screen.queryByText(/is not a date/)).toBeNull();
});

it("selects the first and the last day in the calendar, and closes", async () => {
  const { onDone, addressNow } = open("from=2024-10-03T09:00:00Z&to=2024-10-04T09:00:00Z");
  expect(screen.getByText("October 2024")).toBeTruthy();
  expect(screen.getByLabelText("3 October 2024").getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByText("12"));
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("9"));
  await waitFor(() => expect(addressNow()).toBe("from=2024-10-09T00:00:00Z&to=2024-10-13T00:00:00Z"));
  expect(onDone).toHaveBeenCalledOnce();
});

it("moves through the calendar by keys, and shows other months", async () => {
  open("from=2024-10-03T09:00:00Z&to=2024-10-04T09:00:00Z");
  fireEvent.keyDown(screen.getByLabelText("4 October 2024"), { key: "ArrowUp" });
  expect(await screen.findByText("September 2024")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("27 September 2024"));
  fireEvent.click(screen.getByLabelText("Previous month"));
  expect(screen.getByText("August 2024")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("Next month"));
  expect(screen.getByText("September 2024")).toBeTruthy();
});

it("shows the ends in the chosen zone, with the other one below", async () => {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-120);
  const address = "from=2026-11-03T09:00:00Z&to=2026-11-03T11:30:00Z";
  open(address);
  expect(screen.getByLabelText<HTMLInputElement>("From (UTC)").value).toMatch(/^2026-11-03T09:00/);
  expect(screen.getByText("2026-11-03 11:00:00 UTC+2")).toBeTruthy();
  cleanPage();
  writeTimesIn("local");
  const { addressNow } = open(address);
  expect(screen.getByRole("radio", { name: "Local, UTC+2" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("From (UTC+2)").value).toMatch(/^2026-11-03T11:00/);
  expect(screen.getByText("2026-11-03 09:00:00 UTC")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(addressNow()).toBe(address));
});

it("remembers another zone, in which the page is then loaded again", async () => {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-120);
  open();
  await userEvent.click(screen.getByRole("radio", { name: "Local, UTC+2" }));
  expect(chooseTimeZone).toHaveBeenCalledExactlyOnceWith("local");
});
