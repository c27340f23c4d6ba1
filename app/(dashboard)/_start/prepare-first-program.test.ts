import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { clients, firstProgram } from "./prepare-first-program";

const stamp = { id: "019a0000-0000-7000-8000-000000000001", startedAt: new Date("2026-11-20T14:32:08.100Z") };

describe("the first program", () => {
  it.each(clients)("for %s names the service's real address and holds no key", (client) => {
    const { variables, program } = firstProgram(client, "http://127.0.0.1:7799", stamp);
    expect(`${variables}\n${program}`).toContain("http://localhost:7799");
    expect(variables).toContain('WANDB_API_KEY="<your key>"');
  });

  it("keeps an address that is not this machine's as it is", () => {
    expect(firstProgram("python", "https://traces.example.org", stamp).variables).toContain(
      "WF_TRACE_SERVER_URL=https://traces.example.org\n",
    );
  });

  it("for curl sends a body that the contract accepts, start and end of one call", () => {
    const { program } = firstProgram("curl", "http://127.0.0.1:7701", stamp);
    const json = program.slice(program.indexOf("'{") + 1, program.lastIndexOf("'"));
    const { body } = operations["call.upsertBatch"];
    const parsed = body.schema.parse(JSON.parse(json));
    expect(parsed.batch).toHaveLength(2);
    expect(json.match(new RegExp(stamp.id, "g"))).toHaveLength(3);
  });

  it("for curl has nothing inside the quoted body that would end the quotes", () => {
    const { program } = firstProgram("curl", "http://127.0.0.1:7701", stamp);
    expect(program.split("-d ")[1]?.split("'")).toHaveLength(3);
  });
});
