// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { NewEvaluationView } from "@/app/(dashboard)/[workspace]/evaluations/new/new-evaluation-view";
import { type Carried, newEvaluationOfRows } from "@/lib/address/carried-rows";
import { operations } from "@/lib/api/contract/operations";
import { newEvaluationOfDataset } from "@/lib/evaluation/runs/evaluation-hrefs";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";

vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

afterEach(cleanPage);

const PROMPTS: Carried = {
  name: "job-prompts",
  rows: ["Dogs?", "Cats?", "Cows?", "Pigs?", "Hens?"].map((prompt) => ({ prompt, system: "Be brief." })),
  leftOut: 2,
  messages: { system: "{system}", user: "{prompt}" },
};

const person = (role: string) => ({ id: "p", name: "Ines", email: "ines@example.org", role });

/** A draft that lacks only rows and a prompt. */
const KEPT = {
  models: [{ model: "openai/m", promptRef: null }],
  scorers: [{ kind: "regex", name: "matches", pattern: "x" }],
};

function draw(address: string, answers: Answers = {}, role = "member") {
  window.localStorage.setItem("heddle.evaluation-draft.w", JSON.stringify(KEPT));
  const sent = answerRequests({
    "session.current": () => json({ person: person(role), expiresAt: "2027-01-01T00:00:00Z" }),
    "completions.providers": () => json({ providers: [] }),
    "objs.query": () => json({ objs: [] }),
    "obj.read": () => failed("not-found"),
    "table.create": () => json({ digest: "t1", row_digests: [] }),
    "table.createFromDigests": () => json({ digest: "t2" }),
    "obj.create": () => json({ digest: "v1" }),
    "evaluationRuns.estimate": () => json(operations["evaluationRuns.estimate"].example.result),
    ...answers,
  });
  const { addresses } = renderElementOnPage(<NewEvaluationView />, { address: new URL(address, "http://x").search });
  const bodyOf = (operation: string) => sent.findLast((request) => request.operation === operation)?.body;
  return { sent, bodyOf, addresses };
}

const store = async () => await userEvent.click(await screen.findByRole("button", { name: "Store and continue" }));

it("stores prompts that another page left as a table, and opens the form with them, asked as they were", async () => {
  const { bodyOf, addresses } = draw(newEvaluationOfRows("airline", PROMPTS));
  expect(await screen.findByRole("heading", { name: "Store 5 prompts as a table" })).toBeTruthy();
  const first = within(screen.getByRole("list", { name: "First rows" })).getAllByRole("listitem");
  expect(first.map(({ textContent }) => textContent)).toEqual(["Dogs?", "Cats?", "Cows?", "Pigs?"]);
  expect(screen.getByText("and 1 more; 2 without text or beyond the limit left out")).toBeTruthy();
  const name = screen.getByLabelText("Table name");
  await userEvent.clear(name);
  await userEvent.type(name, "my animals");
  await store();
  await waitFor(() =>
    expect(bodyOf("evaluationRuns.estimate")?.settings).toMatchObject({
      name: "my-animals-evaluation",
      rows: { dataset_ref: "weave:///demo/airline/object/my-animals:v1" },
      models: [
        {
          messages: [
            { role: "system", content: "{system}" },
            { role: "user", content: "{prompt}" },
          ],
        },
      ],
    }),
  );
  expect(bodyOf("table.create")?.table.rows).toEqual("rows" in PROMPTS ? PROMPTS.rows : []);
  expect(bodyOf("obj.create")?.obj.val).toMatchObject({ _type: "Dataset", rows: "weave:///demo/airline/table/t1" });
  // A reload must not ask again.
  expect(addresses.at(-1)?.get("carried")).toBeNull();
});

it("makes a table of chosen rows that are stored already, without reading them", async () => {
  const carried = { name: "faq-rows", table: "t0", rowDigests: ["d1", "d2"] };
  const { sent, bodyOf } = draw(newEvaluationOfRows("airline", carried));
  expect(await screen.findByRole("heading", { name: "Store 2 rows as a table" })).toBeTruthy();
  await store();
  await waitFor(() => expect(bodyOf("obj.create")?.obj.val.rows).toBe("weave:///demo/airline/table/t2"));
  expect(bodyOf("table.createFromDigests")).toEqual({ project_id: "demo/airline", row_digests: ["d1", "d2"] });
  expect(sent.some(({ operation }) => operation === "table.create")).toBe(false);
});

it("names a whole table that no dataset has", async () => {
  const { sent, bodyOf } = draw(newEvaluationOfRows("airline", { name: "table-all", table: "t0", rowDigests: null }));
  expect(await screen.findByRole("heading", { name: "Store all rows as a table" })).toBeTruthy();
  await store();
  await waitFor(() => expect(bodyOf("obj.create")?.obj.val.rows).toBe("weave:///demo/airline/table/t0"));
  expect(sent.some(({ operation }) => operation.startsWith("table."))).toBe(false);
});

it("keeps what was carried, with the reason, when it cannot be stored", async () => {
  const { addresses } = draw(newEvaluationOfRows("airline", PROMPTS), { "table.create": () => failed("upstream") });
  await store();
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(screen.getByRole("button", { name: "Store and continue" })).toBeTruthy();
  expect(addresses).toEqual([]);
});

it("goes on without what was carried, also when the session that had it has ended", async () => {
  draw(newEvaluationOfRows("airline", PROMPTS));
  await userEvent.click(await screen.findByRole("button", { name: "Without them" }));
  expect(await screen.findByText(/^Needs a prompt, a table/)).toBeTruthy();
  cleanPage();
  const { sent } = draw("/airline/evaluations/new?carried=gone");
  expect(await screen.findByText("The rows are no longer in this browser")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Set up an evaluation without them" }));
  expect(await screen.findByText(/^Needs a prompt, a table/)).toBeTruthy();
  expect(sent.some(({ operation }) => operation.startsWith("table."))).toBe(false);
});

it("opens with the dataset that the address names, and stores nothing", async () => {
  const { sent, addresses } = draw(newEvaluationOfDataset("airline", "faq", "v7"));
  expect(await screen.findByText("Needs a prompt")).toBeTruthy();
  await waitFor(() => expect(addresses.at(-1)?.get("dataset")).toBeNull());
  expect(sent.some(({ operation }) => operation.endsWith(".create"))).toBe(false);
});

it("stores nothing for a viewer", async () => {
  draw(newEvaluationOfRows("airline", PROMPTS), {}, "viewer");
  expect(await screen.findByText(/needs the member role/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Store and continue" })).toBeNull();
});
