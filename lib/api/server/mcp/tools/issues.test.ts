import { expect, it } from "vitest";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { operations } from "@/lib/api/contract/operations";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { issuesTool } from "./issues";

const { result } = operations["issues.list"].example;
const issueOf = (state: Issue["state"], members: Partial<Issue> = {}) => ({ ...result.issues[0], state, ...members });

/** A workspace whose service has these issues. */
function readerOf(issues: readonly object[], isCut = false): AgentReader {
  const service = { call: async () => ({ ...result, is_cut: isCut, issues }) };
  const open = async () => ({ service, projectId: "e/p", slug: "w", pageUrl: (path: string) => `http://x${path}` });
  return { open } as unknown as AgentReader;
}

const run = (input: object, reader: AgentReader) => issuesTool.run(issuesTool.input.parse(input), reader);

it("lists open issues with the query of exactly their calls, and others on request", async () => {
  const reader = readerOf([issueOf("regressed", { regressed_release: "v14" }), issueOf("resolved")]);
  const { data, text } = await run({}, reader);
  expect(data.issues).toMatchObject([
    {
      ...{ state: "regressed", calls: 83, users: 40, regressed_release: "v14", refused: null },
      query: 'status:error op:search_flights failure:"TimeoutError: … did not answer within … s"',
    },
  ]);
  expect(text).toContain("TimeoutError: … did not answer within … s");
  expect((await run({ state: "all" }, reader)).data.issues.map(({ state }) => state)).toEqual([
    "regressed",
    "resolved",
  ]);
  expect((await run({ state: "new" }, reader)).text).toContain("No issues match.");
});

it("says what is left out, and never writes an unknown count as 0", async () => {
  const unknown = issueOf("ongoing", { call_count: null, user_count: null });
  const { data, text } = await run({ limit: 1 }, readerOf([unknown, issueOf("new")], true));
  expect(data.issues).toMatchObject([{ calls: null, users: null }]);
  expect(text).toMatch(/ongoing +– +–/);
  expect(data.cut).toEqual([
    "1 more issues: pass a larger limit, or state.",
    "There are more issues than are listed or counted: narrow the range.",
  ]);
});
