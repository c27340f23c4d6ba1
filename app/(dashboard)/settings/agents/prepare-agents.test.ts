import { describe, expect, it } from "vitest";
import { agentClients } from "./prepare-agent-clients";
import { type AgentKey, accessText, agentKeysCount, keyState, lifetimeLabel } from "./prepare-agent-keys";
import { type ConnectedClient, connectedCount } from "./prepare-connected-clients";

const NOW_MS = Date.UTC(2026, 10, 22);
const key = (facts: Partial<AgentKey> = {}) => ({ revokedAt: null, expiresAt: null, ...facts }) as AgentKey;

describe("keyState", () => {
  it("is active until the key is revoked or its time has come", () => {
    expect(keyState(key(), NOW_MS)).toBe("active");
    expect(keyState(key({ expiresAt: "2026-11-22T00:00:01Z" }), NOW_MS)).toBe("active");
    expect(keyState(key({ expiresAt: "2026-11-22T00:00:00Z" }), NOW_MS)).toBe("expired");
    expect(keyState(key({ expiresAt: "2026-01-01T00:00:00Z", revokedAt: "2026-01-01T00:00:00Z" }), NOW_MS)).toBe(
      "revoked",
    );
  });
});

describe("the texts of keys", () => {
  it("count those that no longer work", () => {
    expect(agentKeysCount([], NOW_MS)).toBe("0 keys");
    expect(agentKeysCount([key()], NOW_MS)).toBe("1 key");
    expect(agentKeysCount([key(), key({ revokedAt: "x" })], NOW_MS)).toBe("2 keys, 1 no longer valid");
  });
  it("name access and lifetime", () => {
    expect([accessText("read"), accessText("write")]).toEqual(["read only", "read, add data, run models"]);
    expect([lifetimeLabel(null), lifetimeLabel(7)]).toEqual(["Until revoked", "7 days"]);
  });
});

describe("connectedCount", () => {
  const client = {} as ConnectedClient;

  it("says nothing while the number is not known, or where no agent is connected", () => {
    expect(connectedCount(undefined)).toEqual([]);
    expect(connectedCount([])).toEqual([]);
    expect(connectedCount([client, client])).toEqual(["2 connected agents"]);
  });
});

describe("agentClients", () => {
  const clients = agentClients("https://heddle.example.org");

  it("lead every agent to the dashboard, and take the key from the environment", () => {
    for (const { text } of clients) {
      expect(text).toContain("https://heddle.example.org");
      expect(text).toContain("HEDDLE_AGENT_KEY");
    }
  });

  it("sign in with the address alone, where the agent can", () => {
    const texts = clients.flatMap(({ signIn }) => (signIn === null ? [] : [signIn.text]));
    expect(texts.length).toBeGreaterThanOrEqual(3);
    for (const text of texts) {
      expect(text).toContain("https://heddle.example.org/api/mcp");
      expect(text).not.toContain("KEY");
    }
  });

  it("are valid JSON where the file is", () => {
    for (const { file, text } of clients) if (file.endsWith(".json")) expect(() => JSON.parse(text)).not.toThrow();
  });
});
