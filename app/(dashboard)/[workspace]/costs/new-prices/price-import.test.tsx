// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { layOut } from "@/test/setup/browser-layout";
import { PriceImport } from "./price-import";

const workspace = {
  id: "w",
  slug: "airline",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-21T10:00:00Z",
};

layOut();
afterEach(cleanup);

it("looks up another model on Enter, and stores only on the button", async () => {
  const request = vi.fn(async () => new Response(JSON.stringify({ ids: [["1", "o3"]] })));
  vi.stubGlobal("fetch", request);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <PriceImport workspace={workspace} per="1M" models={["gpt-4o-mini"]} currentOf={() => null} onClose={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("checkbox", { name: "Add the price of gpt-4o-mini" });
  await userEvent.type(screen.getByRole("textbox", { name: "Another model" }), "o3{Enter}");
  expect(await screen.findByRole("checkbox", { name: "Add the price of o3" })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Another model" })).toHaveProperty("value", "");
  expect(request).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Add 2 prices" }));
  await expect.poll(() => request.mock.calls.length).toBeGreaterThan(0);
});
