// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { LogDialog } from "./log-dialog";

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

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const log = () => userEvent.click(screen.getByRole("button", { name: "Log call" }));

it("keeps the message of a field until it changes, and then those of the service until any field does", async () => {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    bodies.push(body);
    const detail = [
      { loc: ["body", "batch", "0", "req", "start", "op_name"], msg: "Unknown op", type: "op" },
      { loc: ["body", "batch"], msg: "Too many calls", type: "limit" },
    ];
    const error = { kind: "validation", message: "Refused", requestId: "r", operation: "call.upsertBatch", detail };
    return Response.json({ error }, { status: 422 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <LogDialog workspace={workspace} onLogged={vi.fn()} onClose={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Inputs");
  fill("Inputs", "{nope}");
  await log();
  expect(await screen.findByText("Enter an op name")).toBeTruthy();
  expect(screen.getByText("Nothing was stored. See the fields above.")).toBeTruthy();
  fill("Op", "by.hand");
  await waitFor(() => expect(screen.queryByText("Enter an op name")).toBeNull());
  expect(screen.getByText(/^Line 1, column 2/)).toBeTruthy();
  expect(bodies).toEqual([]);

  fill("Inputs", '{"__proto__": {"q": 1.0}}');
  await log();
  expect(await screen.findByText("Unknown op")).toBeTruthy();
  expect(screen.getByText("body.batch: Too many calls")).toBeTruthy();
  expect(screen.queryByText("Nothing was stored. See the fields above.")).toBeNull();
  expect(bodies[0]).toContain('"inputs":{"__proto__":{"q":1.0}}');
  fill("Thread id", "t1");
  await waitFor(() => expect(screen.queryByText("Unknown op")).toBeNull());
  expect(screen.queryByText("body.batch: Too many calls")).toBeNull();
});

it("logs a call and opens it", async () => {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    bodies.push(body);
    return Response.json({ res: [] });
  });
  const onLogged = vi.fn<(id: string) => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <LogDialog workspace={workspace} onLogged={onLogged} onClose={vi.fn()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Inputs");
  fill("Op", "by.hand");
  fill("Inputs", '{"q": "Is it there?"}');
  fill("Output", "It is.");
  await log();
  await waitFor(() => expect(onLogged).toHaveBeenCalledOnce());
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain(`"id":"${onLogged.mock.calls[0]?.[0]}"`);
  expect(bodies[0]).toContain('"output":"It is."');
});
