import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { nameOfFile, readIncomplete } from "./read-incomplete";

afterEach(() => void vi.unstubAllGlobals());

const project = (connectionId: string) => ({ connectionId, projectId: "demo/p" });
const loss = { table: "call_rows", rows: 3, first: null, last: null };

it("says what a project lacks, and not what others lack", async () => {
  let missing = [{ ...loss, project_id: "demo/other" }];
  answerRequests({ "storage.read": () => json({ damaged: [], missing }) });
  expect(await readIncomplete(project("a"))).toBeNull();
  missing = [{ ...loss, project_id: "demo/p" }];
  expect(await readIncomplete(project("a"))).toMatch(/^3 calls could not be read/);
  expect(await nameOfFile(project("a"), "p-threads.csv")).toBe("p-threads-incomplete.csv");
});

it("does not say that everything is there when that is not known, and nothing for services that do not report it", async () => {
  answerRequests({ "storage.read": () => failed("upstream") });
  expect(await readIncomplete(project("b"))).toBe("Whether all stored data could be read is not known.");
  answerRequests({ "storage.read": () => failed("unsupported") });
  expect(await readIncomplete(project("c"))).toBeNull();
  expect(await nameOfFile(project("c"), "p-threads.csv")).toBe("p-threads.csv");
});
