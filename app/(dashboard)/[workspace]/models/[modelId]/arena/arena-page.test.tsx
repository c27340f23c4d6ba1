// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ArenaResults } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/arena-results";
import { ArenaStorage } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/arena-storage";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { parsePrompts } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/prepare-prompts";
import type { ModelRecord } from "@/components/training/models/use-model";
import { TooltipProvider } from "@/components/ui/tooltip";
import { RunStore } from "@/lib/completion/run-store";
import { layOut } from "@/test/setup/browser-layout";
import { ArenaPage } from "./arena-page";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), useParams: () => ({}) }));

const workspace = {
  id: "w",
  slug: "airline",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-21T10:00:00Z",
};
const record: ModelRecord = {
  id: "m",
  entity: "demo",
  project: "airline",
  name: "agent",
  base_model: "base",
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  latest_step: 1,
  checkpoint_count: 2,
  job_count: 1,
};
const checkpoints = [0, 1].map((step) => ({ id: `c${step}`, step, metrics: {} }));
const person = { id: "p", name: "Ines", email: "ines@example.org", role: "member" };
const json = (value: unknown) => new Response(JSON.stringify(value));

/** The answer of each model, by its name. */
function answering(answers: Readonly<Record<string, string>>, role = "member") {
  const requests: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const operation = path.split("/").at(-1);
    if (operation === "session.current") {
      return json({ person: { ...person, role }, expiresAt: "2027-01-01T00:00:00Z" });
    }
    if (operation !== "completions.createStream") return new Response("{}", { status: 500 });
    const { inputs } = JSON.parse(String(init.body)) as { inputs: Record<string, unknown> };
    requests.push(inputs);
    const content = answers[String(inputs.model).split(":").at(-1) ?? ""];
    if (content === undefined) return json({ error: "overloaded", status_code: 503 });
    return json({ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] });
  });
  return requests;
}

const [dog] = parsePrompts("Can I bring my dog?").prompts;

async function draw(prompts: readonly ArenaPrompt[], address = "") {
  const items = await ArenaStorage.open("test");
  const setting = {
    prompt: prompts.map(({ id }) => id),
    column: [],
    pin: null,
    diff: true,
    wanted: "small",
    scorer: "contains" as const,
    temperature: "0",
    top_p: "",
    max_completion_tokens: "",
    seed: "7",
    stop: "",
  };
  const remaining = { results: new Map(), prompts: new Map(prompts.map((prompt) => [prompt.id, prompt])), setting };
  const results = new ArenaResults(new RunStore("local", "arena"), remaining.results, () => undefined);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <NuqsTestingAdapter searchParams={address} hasMemory>
          <ArenaPage
            workspace={workspace}
            record={record}
            checkpoints={checkpoints}
            open={{ items, stored: remaining, results, isStored: false }}
          />
        </NuqsTestingAdapter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

layOut();
afterEach(cleanup);

describe("the arena", () => {
  it("restores stored prompts, and sends every column the same request", async () => {
    const requests = answering({ step0: "Dogs may travel.", step1: "Small dogs may travel." });
    await draw(dog ? [dog] : []);
    expect(await screen.findByRole("rowheader", { name: /Can I bring my dog/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Run all" }));
    expect(await screen.findByText("2 of 2 answers")).toBeTruthy();
    expect(requests).toEqual(
      ["step0", "step1"].map((step) => ({
        model: `wandb-artifact:///demo/airline/agent:${step}`,
        temperature: 0,
        seed: 7,
        messages: [{ role: "user", content: "Can I bring my dog?" }],
      })),
    );
    const cell = within(screen.getByRole("cell", { name: "step 1: answer" }));
    expect(cell.getByText("win")).toBeTruthy();
    expect(cell.getByText("Small dogs")).toBeTruthy();
    expect(screen.getByText(/reloading loses these answers/)).toBeTruthy();
  });

  it("shows in the cell why an answer failed, and does not count it", async () => {
    answering({ step0: "Yes." });
    await draw(dog ? [dog] : []);
    await userEvent.click(await screen.findByRole("button", { name: "Run all" }));
    expect(await screen.findByText("1 failed")).toBeTruthy();
    const cell = within(screen.getByRole("cell", { name: "step 1: failed" }));
    expect(cell.getByRole("alert").textContent).toBe("Provider returned 503overloaded");
    expect(screen.getByRole("button", { name: "Run 1 missing" })).toBeTruthy();
  });

  it("lets a viewer read, and explains why nothing can be run", async () => {
    answering({}, "viewer");
    await draw(dog ? [dog] : []);
    expect(await screen.findByText(/needs the member role/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Run all" }).hasAttribute("disabled")).toBe(true);
  });

  it("reports prompts in the URL that cannot be found", async () => {
    answering({});
    await draw([], "?prompt=x.gone");
    expect(await screen.findByText(/1 prompt in this URL/)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "No prompts yet" })).toBeTruthy();
  });
});
