import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { OwnWorkspaceRole } from "@/lib/database/workspace-roles";
import { consentFacts } from "./prepare-consent";

const PUBLIC_URL = "https://heddle.example.org";
const request = {
  client: { id: "c", name: "Test agent", redirectUris: [] },
  redirectUri: "http://127.0.0.1:41234/callback?app=1",
  state: "a state",
  challenge: "",
  access: "write",
} as const;
const user = (role: Role, own: readonly OwnWorkspaceRole[] = []) => ({
  id: "u",
  name: "Ines",
  email: "ines@example.org",
  role,
  workspaceRoles: own,
});

describe("what the consent page shows", () => {
  it("offers more than reading to a viewer who is a member of a workspace", () => {
    const own = { workspaceId: "w", connectionId: "local", projectId: "a/b", role: "member" } as const;
    expect(consentFacts(PUBLIC_URL, request, user("viewer", [own])).choices).toEqual(["read", "write"]);
  });

  it("offers more than reading only where the client asks for it and the role allows it", () => {
    expect(consentFacts(PUBLIC_URL, request, user("member"))).toMatchObject({
      choices: ["read", "write"],
      limit: null,
    });
    expect(consentFacts(PUBLIC_URL, { ...request, access: "read" }, user("admin"))).toMatchObject({
      choices: ["read"],
      limit: "It asks only to read.",
    });
    expect(consentFacts(PUBLIC_URL, request, user("viewer"))).toMatchObject({
      choices: ["read"],
      limit: "Your role allows reading only.",
    });
  });

  it("names where the answer goes: the user's own computer, or a host", () => {
    expect(consentFacts(PUBLIC_URL, request, user("member")).destination).toBe(
      "a program on your computer (127.0.0.1)",
    );
    const site = { ...request, redirectUri: "https://client.example.org/callback" };
    expect(consentFacts(PUBLIC_URL, site, user("member")).destination).toBe("client.example.org");
  });

  it("leads back with a refusal and the client's own state, never with a code", () => {
    const url = new URL(consentFacts(PUBLIC_URL, request, user("member")).refuseUrl);
    expect(url.origin + url.pathname).toBe("http://127.0.0.1:41234/callback");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app: "1",
      error: "access_denied",
      state: "a state",
      iss: PUBLIC_URL,
    });
  });
});
