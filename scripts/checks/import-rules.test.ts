import { describe, expect, it } from "vitest";
import { brokenImports, importsBetweenPages, pageFolders } from "./import-rules";

describe("brokenImports", () => {
  it.each([
    ["lib/api/contract/calls/calls.ts", 'import { x } from "@/lib/format/time";'],
    ["components/table/shell.tsx", 'import { db } from "@/lib/database/users";'],
    ["components/table/shell.tsx", 'import { page } from "../../app/page";'],
    ["service/http/router.ts", 'import { relay } from "@/lib/api/server/relay/relay";'],
    ["app/page-view.tsx", '"use client";\nimport { secret } from "@/lib/auth/vault";'],
    ["service/main.ts", 'const view = await import("@/components/view");'],
    ["lib/format/time.ts", 'import type { Call } from "@/service/store/calls/call-parts";'],
  ])("refuses in %s: %s", (file, source) => {
    expect(brokenImports(file, source)).toHaveLength(1);
  });

  it.each([
    ["components/table/shell.tsx", 'import { formatTime } from "@/lib/format/time";\nimport { Row } from "./row";'],
    ["app/page.tsx", 'import { requireUser } from "@/lib/auth/session";'],
    ["service/http/router.ts", 'import { operations } from "@/lib/api/contract/operations";\nimport { z } from "zod";'],
    ["service/training/chat/checkpoint-models.ts", 'import { BuiltInModels } from "@/trainer/chat/built-in-models";'],
    ["scripts/checks/test.ts", 'import { anything } from "@/service/main";'],
  ])("allows in %s: %s", (file, source) => {
    expect(brokenImports(file, source)).toEqual([]);
  });
});

describe("importsOfOtherPages", () => {
  const pages = pageFolders([
    "app/(shell)/page.tsx",
    "app/(shell)/[place]/threads/page.tsx",
    "app/(shell)/[place]/threads/[id]/page.tsx",
    "app/(shell)/[place]/threads/row.tsx",
    "components/page.tsx",
  ]);
  const threads = "app/(shell)/[place]/threads";

  it.each([
    [`${threads}/view.tsx`, 'import { useTurn } from "./[id]/use-turn";'],
    [`${threads}/[id]/parts/view.tsx`, 'import { useRows } from "../../use-rows";'],
    [`${threads}/[id]/view.test.tsx`, `import { useRows } from "@/${threads}/use-rows";`],
    ["app/(shell)/require-user.ts", `import { Row } from "@/${threads}/row";`],
  ])("refuses in %s: %s", (file, source) => {
    expect(importsBetweenPages(file, source, pages)).toHaveLength(1);
  });

  it.each([
    [`${threads}/view.tsx`, 'import { Row } from "./row";\nimport { useRows } from "@/components/thread/use-rows";'],
    [`${threads}/[id]/parts/view.tsx`, 'import { useTurn } from "../use-turn";'],
    [`${threads}/page.tsx`, 'import { requireUser } from "../../require-user";'],
    ["bench/threads/rows.ts", `import { Row } from "@/${threads}/row";`],
  ])("allows in %s: %s", (file, source) => {
    expect(importsBetweenPages(file, source, pages)).toEqual([]);
  });
});
