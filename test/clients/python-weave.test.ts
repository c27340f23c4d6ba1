import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE } from "./releases";
import { weaveEnvironments } from "./weave-environments";

const DASHBOARD_URL = "http://localhost:7700";

const newest = await pythonEnvironment("weave", NEW_WEAVE);

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService({ HEDDLE_URL: DASHBOARD_URL });
});

afterAll(() => service.close());

for (const { release: name, environment, isNewest } of weaveEnvironments) {
  describeWith(`the Python client ${name}`, environment, (python) => {
    it("needs its base address and a key, and finds everything again that it stored", async () => {
      const project = `demo/${name}`.replaceAll(/[=.]+/g, "-");
      const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
      const { result, printed } = await python.run({ file: "python_weave.py", args: [project], variables });
      expect(result).toEqual({
        scored: ["Is AX118 on time?"],
        found: ["Is AX119 on time?"],
        summary: 2,
        greeting: "Hello",
        notes: ["checked"],
        views: isNewest ? ["report"] : [],
        link: expect.stringContaining(`${service.url}/${project}/r/call/`),
      });
      expect(printed).not.toContain("unexpected fields");
      const refused = service.requests.filter((request) => !/ (?:200|302)$/.test(request));
      expect(refused).toEqual([]);
      for (const link of [(result as { link: string }).link, `${service.url}/${project}/weave`]) {
        expect(printed).toContain(link);
        const answer = await fetch(link, { redirect: "manual" });
        expect(answer.headers.get("location")).toBe(link.replace(service.url, DASHBOARD_URL));
      }
    });
  });
}

describeWith(`the operations that ${NEW_WEAVE[0]} calls by name`, newest, (python) => {
  it("return figures, usage, replaced feedback and settings in the shapes that it reads", async () => {
    const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
    const { result, printed } = await python.run({
      file: "python_operations.py",
      args: ["demo/operations"],
      variables,
    });
    expect(result).toEqual({
      calls: 3,
      errors: 0,
      latency: true,
      models: ["gpt-4o"],
      input: 20,
      largest: 12,
      cost: true,
      root: 24,
      root_cost: true,
      each: [12, 12, 24],
      unfinished: [],
      notes: ["late"],
      replaced: true,
      retention: null,
      files: true,
    });
    expect(printed).not.toContain("unexpected fields");
  });
});
