// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { OpenProjectView } from "./open-project-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  useParams: () => ({}),
  usePathname: () => "/airline/prompts",
}));

afterEach(cleanPage);

/** Opens `/airline/PAGE`, which names a page and not a project. */
function open(page: string, mistaken: { slug: string; page: string } | null, projects: readonly object[] = []) {
  answerRequests({
    "session.current": () =>
      json({
        person: { id: "p", name: "Ines", email: "ines@example.org", role: "member" },
        expiresAt: "2027-01-01T00:00:00Z",
      }),
    "workspaces.offered": () => json({ projects }),
  });
  renderElementOnPage(
    <OpenProjectView projectId={`airline/${page}`} isLink={false} {...(mistaken === null ? {} : { mistaken })} />,
  );
}

it("names the page that a wrong address in a workspace most likely means", async () => {
  open("jobs", { slug: "airline", page: "jobs" });
  expect(await screen.findByRole("heading", { name: "There is no page /jobs" })).toBeTruthy();
  expect(screen.getByText("Did you mean Training jobs in the workspace airline?")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open Training jobs" });
  expect(link.getAttribute("href")).toBe("/airline/training");
});

it("leads to the overview where no page is like the address", async () => {
  open("zeppelin", { slug: "airline", page: "zeppelin" });
  expect(await screen.findByText("The workspace airline has no page with this name.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open Overview" }).getAttribute("href")).toBe("/airline/overview");
});

it("offers a project of that name before it takes the address for a page", async () => {
  const project = { projectId: "airline/prompts", callCount: 3, lastCallAt: null, workspaceSlug: null };
  open("prompts", { slug: "airline", page: "prompts" }, [project]);
  expect(await screen.findByRole("heading", { name: "This project has no workspace yet" })).toBeTruthy();
});

it("says that a project does not exist where the address begins with no workspace", async () => {
  open("prompts", null);
  expect(await screen.findByRole("heading", { name: "Project airline/prompts not found" })).toBeTruthy();
});
