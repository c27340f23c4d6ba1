import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { clients, type FirstCallTarget, firstProgram, maskedKey } from "./first-program";

const stamp = { id: "019a0000-0000-7000-8000-000000000001", startedAt: new Date("2026-11-20T14:32:08.100Z") };
const target: FirstCallTarget = { serviceUrl: "http://127.0.0.1:7799", projectId: "mia/airline", key: null };
const KEY = "hk_4fQ2mZx1abcdefghijklmnopqrstuvwxyz0123456";

/** The body of the curl command. */
function bodyOf(program: string): string {
  return program.slice(program.indexOf("'{") + 1, program.lastIndexOf("'"));
}

describe("the first program", () => {
  it.each(clients)(
    "for %s contains the service's real address and the project, and shows where the key goes",
    (client) => {
      const { variables, program } = firstProgram(client, target, stamp);
      expect(`${variables}\n${program}`).toContain("http://localhost:7799");
      expect(`${variables}\n${program}`).toContain("mia/airline");
      expect(variables).toContain("<your key>");
    },
  );

  it.each(clients)("for %s contains the created key only in the variables", (client) => {
    const { variables, program } = firstProgram(client, { ...target, key: KEY }, stamp);
    expect(variables).toContain(KEY);
    expect(variables).not.toContain("<your key>");
    expect(program).not.toContain(KEY);
  });

  it("keeps an address of another machine unchanged", () => {
    const remote = { ...target, serviceUrl: "https://traces.example.org" };
    expect(firstProgram("python", remote, stamp).variables).toContain(
      "export WANDB_BASE_URL=https://traces.example.org\n",
    );
    expect(firstProgram("typescript", remote, stamp).variables).toContain(
      "export WF_TRACE_SERVER_URL=https://traces.example.org\n",
    );
  });

  it("for TypeScript prints links that lead here where the address has https, else none", () => {
    const at = (serviceUrl: string) => firstProgram("typescript", { ...target, serviceUrl }, stamp);
    const [encrypted, plain, below] = ["https://h.example", "http://h.example:7701", "https://h.example/heddle"].map(
      at,
    );
    expect(encrypted?.variables).toContain("\nexport WANDB_BASE_URL=https://h.example");
    expect(encrypted?.note).toContain("The link that the SDK prints opens the call here.");
    for (const other of [plain, below]) {
      expect(other?.variables).toContain("\nexport WEAVE_PRINT_CALL_LINK=false");
      expect(other?.variables).not.toContain("WANDB_BASE_URL");
      expect(other?.note).toContain("The call is shown below.");
    }
  });

  it("quotes for the shell where the shell would change a value", () => {
    expect(firstProgram("curl", target, stamp).variables).toBe('export WANDB_API_KEY="<your key>"');
    expect(firstProgram("curl", { ...target, key: KEY }, stamp).variables).toBe(`export WANDB_API_KEY=${KEY}`);
    const odd = { ...target, projectId: 'a$b/"c"' };
    expect(firstProgram("otel", odd, stamp).variables).toContain("project_id=a%24b/%22c%22");
    expect(firstProgram("python", odd, stamp).program).toContain('weave.init("a$b/\\"c\\"")');
  });

  it("for curl sends a body that the contract accepts, start and end of one call", () => {
    const json = bodyOf(firstProgram("curl", target, stamp).program);
    const { body } = operations["call.upsertBatch"];
    const parsed = body.schema.parse(JSON.parse(json));
    expect(parsed.batch).toHaveLength(2);
    expect(json.match(new RegExp(stamp.id, "g"))).toHaveLength(3);
  });

  it("for curl has nothing in the quoted body that would end the quotes, whatever the project name", () => {
    const { program } = firstProgram("curl", { ...target, projectId: "o'neil/it's" }, stamp);
    expect(program.split("-d ")[1]?.split("'")).toHaveLength(3);
    expect(JSON.parse(bodyOf(program)).batch[0].req.start.project_id).toBe("o'neil/it's");
  });

  it("shows little of a hidden key", () => {
    expect(maskedKey(KEY)).toMatch(/^hk_4fQ2•+$/);
  });
});
