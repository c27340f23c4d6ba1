// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { StorageView } from "./storage-view";

vi.mock("next/navigation", () => ({ usePathname: () => "/settings/storage" }));
vi.mock("@/components/settings/settings-head", () => ({ SettingsHead: () => null }));

layOut();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const project = {
  project_id: "demo/airline",
  calls: 14_000,
  traces_bytes: 3_000_000,
  objects_bytes: 1_000_000,
  tables_bytes: 500_000,
  files_bytes: 0,
  week_bytes: 2_000_000,
  max_age_days: 90,
  max_bytes: null,
};
const sizes = {
  projects: [project],
  project_count: 1,
  engine_bytes: 900_000,
  disk: { size_bytes: 4e9, free_bytes: 1e9 },
};

function open(answers: Answers): void {
  answerRequests({ "storage.sizes": () => json(sizes), ...answers });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <StorageView />
    </QueryClientProvider>,
  );
}

describe("the page Storage", () => {
  it("says which tables have damaged parts, and what to do", async () => {
    open({ "storage.read": () => json({ damaged: [{ table: "calls", part_count: 2, bytes: 4096 }] }) });
    expect((await screen.findByRole("alert")).textContent).toContain("2 parts of the stored data cannot be read");
    expect(screen.getByRole("row", { name: "calls 2 4.1 kB" })).toBeDefined();
    expect(screen.getByText(/npm run repair/)).toBeDefined();
  });

  it("says that everything can be read", async () => {
    open({ "storage.read": () => json({ damaged: [] }) });
    expect(await screen.findByText(/can read all of its stored data/)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows what each project stores and keeps, what it adds up to, and the space that is left", async () => {
    const other = { ...project, project_id: "demo/other", traces_bytes: 0, week_bytes: 0, max_age_days: null };
    const answer = { ...sizes, projects: [project, other], project_count: 5 };
    open({ "storage.read": () => json({ damaged: [] }), "storage.sizes": () => json(answer) });
    const row = await screen.findByRole("row", { name: /demo\/airline/ });
    expect(row.textContent).toBe("demo/airline14,0003.0 MB1.0 MB500.0 kB–4.5 MB+2.0 MB90 days");
    expect(screen.getByRole("row", { name: /demo\/other/ }).textContent).toContain("1.5 MB–everything");
    expect(screen.getByText(/take 900.0 kB of the disk.*1.00 GB of 4.00 GB are free/)).toBeDefined();
    expect(screen.getByText("3 smaller projects are not listed.")).toBeDefined();
  });

  it("shows what removing older calls would free, which an unknown never looks like", async () => {
    const other = { ...project, project_id: "demo/other" };
    const preview: Answers[string] = ({ body }) =>
      body.project_id === "demo/other"
        ? failed("upstream")
        : json({ calls: 40, traces: 4, bytes: 700_000, before: null, oldest_remaining: null, remaining_bytes: 1 });
    const answer = { ...sizes, projects: [project, other], project_count: 2 };
    const sizesOf = () => json(answer);
    open({ "storage.read": () => json({ damaged: [] }), "storage.sizes": sizesOf, "retention.preview": preview });
    (await screen.findByRole("combobox", { name: "Calls to remove" })).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: "older than 90 days" }));
    await waitFor(() => expect(screen.getByRole("row", { name: /demo\/airline/ }).textContent).toMatch(/700\.0 kB$/));
    await waitFor(() => expect(screen.getByRole("row", { name: /demo\/other/ }).textContent).toMatch(/failed$/));
  });

  it("says that sizes could not be read, and still lists damaged parts", async () => {
    const damaged = [{ table: "calls", part_count: 2, bytes: 4096 }];
    open({ "storage.read": () => json({ damaged }), "storage.sizes": () => failed("unreachable") });
    expect(await screen.findByText(/The sizes of projects could not be read/)).toBeDefined();
    expect(screen.getByRole("row", { name: "calls 2 4.1 kB" })).toBeDefined();
  });

  it("does not look healthy when the service cannot be asked", async () => {
    open({ "storage.read": () => failed("unreachable") });
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(screen.queryByText(/can read all/)).toBeNull();
  });
});
