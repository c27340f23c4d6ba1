import { describe, expect, it } from "vitest";
import { PROVIDER_KEY } from "@/test/provider/openai-provider";
import type { Target } from "./target";

/** Checks completions through every door to the service. */
export function completionsSuite(target: () => Target, newProject: () => string): void {
  const requestOf = (model: string, project_id: string) => ({
    project_id,
    inputs: { model: `openai/${model}`, messages: [{ role: "user", content: "Hi" }] },
  });

  describe("/completions/create", () => {
    it("returns the provider's response, and tracks it", async () => {
      const project = newProject();
      const { response, svc_call_id } = await target().ask("completions.create", requestOf("plain", project));
      expect(response.choices).toMatchObject([{ message: { content: "Hello dear Mia" } }]);
      const calls = await target().stream("calls.streamQuery", { project_id: project });
      expect(calls).toMatchObject([{ id: svc_call_id, op_name: "weave.completions_create" }]);
    });

    it("returns a provider's failure with 200 and its message, without the key", async () => {
      const { response } = await target().ask("completions.create", requestOf("refused", newProject()));
      expect(response.error).toContain("Incorrect API key");
      expect(JSON.stringify(response)).not.toContain(PROVIDER_KEY);
    });

    it("requires a model, and names the place", async () => {
      const failure = await target().fail("completions.create", { project_id: newProject(), inputs: {} });
      expect(failure).toMatchObject({ status: 422, places: ["body.inputs.model"] });
    });

    it("rejects a known provider without its key", async () => {
      const request = { project_id: newProject(), inputs: { model: "claude-sonnet" } };
      const failure = await target().fail("completions.create", request);
      expect(failure).toMatchObject({ status: 400, reason: expect.stringContaining("ANTHROPIC_API_KEY") });
    });
  });

  describe("/completions/create_stream", () => {
    it("streams the call's id, then every chunk", async () => {
      const project = newProject();
      const [meta, ...chunks] = await target().stream("completions.createStream", requestOf("plain", project));
      expect(chunks).toHaveLength(5);
      const [call] = await target().stream("calls.streamQuery", { project_id: project });
      expect(meta?._meta?.svc_call_id).toBe(call?.id);
    });

    it("ends with an error line when the provider's stream breaks off", async () => {
      const lines = await target().stream("completions.createStream", requestOf("cut", newProject()));
      expect(lines.at(-1)?.error).toContain("OpenAI");
    });
  });

  it("/completions/providers returns providers and models, and no key", async () => {
    const answer = await target().ask("completions.providers", undefined);
    const openai = answer.providers.find(({ name }) => name === "openai");
    expect(openai).toMatchObject({ is_usable: true, models: ["plain", "tools"] });
    expect(JSON.stringify(answer)).not.toContain(PROVIDER_KEY);
  });
}
