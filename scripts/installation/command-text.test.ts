import { describe, expect, it } from "vitest";
import { commandText, installationOf } from "./command-text";

describe("commandText", () => {
  it("names npm's scripts in a checkout", () => {
    expect([commandText("start"), `${commandText("key")} create`]).toEqual(["npm start", "npm run key -- create"]);
  });

  it("names the program of an installed package", () => {
    const installation = installationOf("file:///srv/node_modules/heddle/build/commands/key.mjs");
    expect([commandText("start", installation), commandText("backup", installation)]).toEqual([
      "npx heddle",
      "npx heddle backup",
    ]);
  });
});
