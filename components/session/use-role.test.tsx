// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { appQueryKey } from "@/lib/api/client/app-client";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { testWorkspace } from "@/test/setup/render-on-page";
import { useHasInstanceRole, useHasRole, useHasRoleAnywhere } from "./use-role";

const address = vi.hoisted(() => ({ workspace: "airline" as string | undefined }));

vi.mock("next/navigation", () => ({ useParams: () => address }));

afterEach(() => {
  cleanup();
  address.workspace = "airline";
});

/** The answers of the three hooks about `member`, on the page of a workspace. */
function answers(instance: Role, own?: Role) {
  const client = new QueryClient();
  client.setQueryData(appQueryKey("session.current", {}), {
    person: { id: "u", name: "Mia", email: "m@example.org", role: instance },
    expiresAt: "2027-01-01T00:00:00Z",
  });
  const workspace = { ...testWorkspace, ...(own ? { role: own } : {}) };
  client.setQueryData(appQueryKey("workspaces.list", {}), { workspaces: [workspace] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = () => [useHasRole("member"), useHasInstanceRole("member"), useHasRoleAnywhere("member")];
  return renderHook(hook, { wrapper }).result.current;
}

describe("whether a user is a member", () => {
  it("is decided by the role in the workspace of the page, where there is one", () => {
    expect(answers("viewer", "member")).toEqual([true, false, true]);
    expect(answers("member", "viewer")).toEqual([false, true, true]);
    expect(answers("viewer")).toEqual([false, false, false]);
  });

  it("is decided by the role of the instance on other pages", () => {
    address.workspace = undefined;
    expect(answers("viewer", "member")).toEqual([false, false, true]);
    expect(answers("member", "viewer")).toEqual([true, true, true]);
  });
});
