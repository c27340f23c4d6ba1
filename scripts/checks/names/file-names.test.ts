import { expect, it } from "vitest";
import { badFileNames } from "./file-names";

it.each([
  "lib/json/ReadObject.ts",
  "lib/json/read_object.ts",
  "lib/json/utils.ts",
  "lib/json/helpers.ts",
  "lib/json/types.ts",
  "lib/json/index.ts",
  "lib/json/utils.test.ts",
  "components/hooks/use-row.ts",
  "components/shared/row.tsx",
  "app/traces/lib/row.ts",
  "components/CallRow/row.tsx",
])("refuses %s", (path) => {
  expect(badFileNames([path])).toHaveLength(1);
});

it.each([
  "lib/json/read-object.ts",
  "lib/json/read-object.test.ts",
  "test/contract/calls.suite.ts",
  "e2e/traces/traces.spec.ts",
  "vitest.config.ts",
  "next-env.d.ts",
  "app/(dashboard)/[workspace]/traces/[callId]/page.tsx",
  "app/api/auth/[...nextauth]/route.ts",
  "app/[[...path]]/route.ts",
  "app/_project-link/page.tsx",
  "components/start/typed-token.ts",
  "docs/CONTRIBUTING.md",
])("allows %s", (path) => {
  expect(badFileNames([path])).toEqual([]);
});
