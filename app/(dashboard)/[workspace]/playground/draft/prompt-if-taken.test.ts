import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { promptIfTaken } from "./prompt-if-taken";

const PROMPT = { ref: "weave:///e/p/object/support:1", values: {}, messageCount: 1 };

/** The prompt that is sent before the service has said whether it takes prompts, by its later response. */
async function sentWith(response: () => Response) {
  const fetched = vi.fn(async () => response());
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const prompt = await promptIfTaken(PROMPT, null, client, "local");
  expect(fetched).toHaveBeenCalledOnce();
  return prompt;
}

afterEach(() => vi.unstubAllGlobals());

describe("promptIfTaken", () => {
  it("sends a prompt at once where the service is known to take it, and none where it does not", () => {
    const client = new QueryClient();
    expect(promptIfTaken(PROMPT, true, client, "local")).toBe(PROMPT);
    expect(promptIfTaken(PROMPT, false, client, "local")).toBeNull();
    expect(promptIfTaken(null, null, client, "local")).toBeNull();
  });

  it("waits for a service that has not said yet, so that a call right after the page opened names its prompt", async () => {
    expect(await sentWith(() => Response.json({ providers: [], takes_prompts: true }))).toBe(PROMPT);
    expect(await sentWith(() => Response.json({ providers: [] }))).toBeNull();
  });

  it("sends no prompt to a service that does not say", async () => {
    expect(await sentWith(() => new Response("broken", { status: 502 }))).toBeNull();
  });
});
