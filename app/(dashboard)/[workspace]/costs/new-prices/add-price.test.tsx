// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { AddPrice } from "./add-price";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const workspace = {
  id: "w",
  slug: "air",
  connectionId: "c",
  connectionName: "Local",
  projectId: "demo/airline",
  createdAt: "2026-11-20T10:00:00Z",
};

/** Opens the form; the service stores what it is sent. Returns the bodies of the requests. */
async function open(): Promise<string[]> {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    bodies.push(body);
    return Response.json({ ids: [["p1", "gpt-4o"]] });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <AddPrice workspace={workspace} per="1M" model="" isUnpriced={false} onClose={vi.fn()} onAdded={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Model");
  return bodies;
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const add = () => userEvent.click(screen.getByRole("button", { name: "Add price" }));

describe("the form for a price", () => {
  it("checks each field from the first try on, and sends nothing that is wrong", async () => {
    const bodies = await open();
    await add();
    expect(await screen.findByText("Enter the model as used in calls")).toBeTruthy();
    fill("Prompt, per 1M tokens", "2,25");
    expect(await screen.findByText("Enter a decimal such as 2.50")).toBeTruthy();
    fill("Model", "gpt-4o");
    await waitFor(() => expect(screen.queryByText("Enter the model as used in calls")).toBeNull());
    expect(bodies).toEqual([]);
  });

  it("sends a price for a model of any name", async () => {
    const bodies = await open();
    fill("Model", "__proto__");
    fill("Prompt, per 1M tokens", "2");
    fill("Completion, per 1M tokens", "8");
    await add();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toContain('"__proto__":{"prompt_token_cost":0.000002');
  });
});
