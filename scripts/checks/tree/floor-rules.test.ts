import { describe, expect, it } from "vitest";
import { type Area, brokenFloors, unnamedRooms } from "./floor-rules";
import { importsOf } from "./source-tree";

const areas: readonly Area[] = [
  { name: "The vault", folder: "lib", isServerOnly: true, mayReach: [], floors: [["vault"]] },
  {
    name: "The library",
    folder: "lib",
    mayReach: [],
    floors: [["json/scan"], ["json", "time"], ["calls"]],
  },
  { name: "Pages", folder: "app", mayReach: ["lib"], floors: [["**"]] },
  { name: "The service", folder: "service", mayReach: ["lib/json", "lib/calls/price"], floors: [["."]] },
];

const files = new Set([
  "lib/vault/key.ts",
  "lib/json/read.ts",
  "lib/json/scan/scan.ts",
  "lib/time/zone.ts",
  "lib/calls/price.ts",
  "lib/calls/call.ts",
  "app/page-view.tsx",
  "lib/time/testing/clock.ts",
  "app/rows/row.tsx",
  "service/main.ts",
]);

const broken = (path: string, text: string) => brokenFloors({ path, text }, importsOf({ path, text }, files), areas);

describe("brokenFloors", () => {
  it.each([
    ["a higher floor", "lib/time/zone.ts", 'import { call } from "@/lib/calls/call";'],
    ["a neighbour on the same floor", "lib/time/zone.ts", 'import { read } from "@/lib/json/read";'],
    ["a folder from its own room below", "lib/json/scan/scan.ts", 'import type { Read } from "@/lib/json/read";'],
    ["an area that is not reached", "lib/calls/call.ts", 'import { key } from "@/lib/vault/key";'],
    ["a file beside the one that is reached", "service/main.ts", 'import { call } from "@/lib/calls/call";'],
    ["what is made for tests", "lib/calls/call.ts", 'import { clock } from "@/lib/time/testing/clock";'],
    ["secrets in the browser", "app/page-view.tsx", '"use client";\nimport { key } from "@/lib/vault/key";'],
  ])("refuses %s", (_, path, text) => {
    expect(broken(path, text)).toHaveLength(1);
  });

  it.each([
    ["a floor below", "lib/calls/call.ts", 'import { read } from "@/lib/json/read";'],
    ["its own room", "lib/calls/call.ts", 'import { price } from "./price";'],
    ["a room inside its own folder", "lib/json/read.ts", 'import { scan } from "@/lib/json/scan/scan";'],
    ["another area that is reached", "service/main.ts", 'import { price } from "@/lib/calls/price";'],
    ["secrets on the server", "app/page-view.tsx", 'import { key } from "@/lib/vault/key";'],
    ["anything in a test", "lib/time/zone.test.ts", 'import { call } from "@/lib/calls/call";'],
    ["anything in a folder for tests", "lib/time/testing/clock.ts", 'import { call } from "@/lib/calls/call";'],
    ["anything outside the areas", "e2e/traces.ts", 'import { main } from "@/service/main";'],
  ])("allows %s", (_, path, text) => {
    expect(broken(path, text)).toEqual([]);
  });
});

describe("unnamedRooms", () => {
  it("accepts a tree that matches the floors", () => {
    expect(unnamedRooms([...files, "e2e/traces.ts", "proxy.ts"], areas)).toEqual([]);
  });

  it("requires a place for a new folder, and reports one whose folder was deleted", () => {
    const paths = [...files].filter((path) => !path.startsWith("lib/time/"));
    const problems = unnamedRooms([...paths, "lib/colour/mix.ts", "service/colour/mix.ts"], areas);
    expect(problems).toEqual([
      expect.stringContaining("lib/colour/mix.ts stands on no floor"),
      expect.stringContaining("service/colour/mix.ts stands on no floor"),
      expect.stringContaining("names lib/time"),
    ]);
  });
});
