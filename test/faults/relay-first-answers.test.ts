import { describe, expect, it } from "vitest";
import { prefetchedOperationIds } from "@/lib/api/contract/app/prefetched-results";
import { readForPage } from "@/lib/api/server/relay/app-relay";
import { requireUser } from "@/lib/auth/session";
import { AppUnderTest, PASSWORD, TOKEN } from "./relay-app-client";

const here = new AppUnderTest();

const roles = ["viewer", "member", "admin"] as const;

describe("the data sent with a page", () => {
  it.each(roles)("is what a %s gets over HTTP, without a secret", async (role) => {
    const { id } = await here.newConnection();
    await here.ok("workspaces.create", { connectionId: id, projectId: `team/${role}` });
    const { dashboard } = here.app;
    const session = await requireUser(dashboard, await here.app.cookie(role));
    for (const operation of prefetchedOperationIds) {
      const known = await readForPage(dashboard, session, operation);
      expect(known).toEqual(await here.ok(operation, {}, role));
      const text = JSON.stringify(known);
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(TOKEN);
    }
  });
});
