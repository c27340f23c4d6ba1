import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { callCurl, callPython } from "./call-snippets";

const place = { baseUrl: "http://127.0.0.1:4318", projectId: "demo/it's", callId: '01"$(id)' };

it("is one command for a shell, whatever characters the ids contain", () => {
  const words = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; ${callCurl(place)}`], {
    env: { ...process.env, WANDB_API_KEY: "from-the-environment" },
  });
  expect(words.toString().trimEnd().split("\n")).toEqual([
    "-u",
    "api:from-the-environment",
    "http://127.0.0.1:4318/call/read",
    "-H",
    "content-type: application/json",
    "-d",
    JSON.stringify({ project_id: place.projectId, id: place.callId, include_costs: true }),
  ]);
});

it("is a program for Python, with ids as literals", () => {
  expect(callPython(place)).toContain('client.get_call("01\\"$(id)")');
  expect(callPython(place)).toContain('weave.init("demo/it\'s")');
});
