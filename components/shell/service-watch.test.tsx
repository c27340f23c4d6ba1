// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useServiceSignal } from "@/components/browser/service-signal";
import { fileNameOf } from "@/lib/export/file-naming";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ServiceWatch } from "./service-watch";

afterEach(() => {
  cleanPage();
  vi.useRealTimers();
});

function Page({ id }: { id: string }) {
  const signal = useServiceSignal();
  return (
    <>
      <ServiceWatch connectionId={id} connectionName="local" projectId="demo/airline" />
      <output>{signal === null ? "unknown" : (signal.problem ?? "responds")}</output>
    </>
  );
}

it("says that a service does not respond, and reads its data again once it does", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let problem: string | null = null;
  answerRequests({
    "connections.health": () => json({ isUp: problem === null, problem, disk: "low", isDamaged: false }),
  });
  const { client } = renderElementOnPage(<Page id="a" />);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("responds"));
  expect(screen.queryByRole("alert")).toBeNull();

  problem = "It has not responded for 3 seconds.";
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(`local does not respond. ${problem}`));

  const invalidate = vi.spyOn(client, "invalidateQueries");
  problem = null;
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ["service", "a"] });
});

it.each([
  ["full", "The disk of local is full. Stored data can be read and deleted."],
  ["very-low", "The disk of local is almost full. Less than 5% is free."],
])("says on the page that the disk is %s", async (disk, text) => {
  answerRequests({ "connections.health": () => json({ isUp: true, problem: null, disk, isDamaged: false }) });
  const { container } = renderElementOnPage(<Page id={disk} />);
  await waitFor(() => expect(container.textContent).toContain(text));
});

it("says on the page what the project lacks, and not what others lack", async () => {
  const loss = { table: "call_rows", first: "2026-11-26T10:00:00Z", last: "2026-11-28T10:00:00Z" };
  let project = "demo/airline";
  answerRequests({
    "connections.health": () => json({ isUp: true, problem: null, disk: "ok", isDamaged: true }),
    "storage.read": () => json({ damaged: [], missing: [{ ...loss, project_id: project, rows: 32_075 }] }),
  });
  const first = renderElementOnPage(<Page id="d" />);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Incomplete. 32,075 calls of 26 Nov to 28 Nov could not be read");
  expect(await fileNameOf("latency.csv")).toBe("latency-incomplete.csv");
  first.unmount();
  expect(await fileNameOf("latency.csv")).toBe("latency.csv");
  project = "demo/other";
  const { client } = renderElementOnPage(<Page id="e" />);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await fileNameOf("latency.csv")).toBe("latency.csv");
});

it("says that it does not know what the project lacks when that cannot be read", async () => {
  answerRequests({
    "connections.health": () => json({ isUp: true, problem: null, disk: "ok", isDamaged: true }),
    "storage.read": () => failed("upstream"),
  });
  renderElementOnPage(<Page id="f" />);
  expect((await screen.findByRole("alert")).textContent).toContain("Which projects lack it is not known now");
});

it("names the dashboard when that is what does not respond", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  renderElementOnPage(<Page id="b" />);
  expect((await screen.findByRole("alert")).textContent).toContain("The dashboard does not respond");
});

it("claims nothing when the question itself is refused", async () => {
  const sent = answerRequests({ "connections.health": () => failed("forbidden") });
  renderElementOnPage(<Page id="c" />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
});
