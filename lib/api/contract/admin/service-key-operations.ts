import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { keyCreate, keyCreateResult, keyRecord, keyRevoke, keysListResult } from "./service-keys";

const EXAMPLE = {
  id: "4fQ2mZx1",
  name: "ci",
  user_id: "ada",
  projects: ["demo/airline"],
  scopes: ["read", "write"],
  created_at: "2026-11-20T14:30:01.882Z",
  last_used_at: null,
  expires_at: "2027-02-18T14:30:01.882Z",
  revoked_at: null,
};

/** Keys of the embedded service, for the dashboard of the same installation: a key cannot create or see keys. */
export const keyOperations = {
  "keys.list": defineOperation({
    id: "keys.list",
    title: "API keys",
    summary: "Lists all API keys, including revoked ones, without the keys themselves. Dashboard only.",
    method: "GET",
    path: "/keys/list",
    auth: "basic",
    effect: "read",
    audience: "dashboard",
    body: { kind: "none" },
    result: { kind: "json", schema: keysListResult },
    standing: "extension",
    gaps: ["credentials"],
    example: { result: { keys: [EXAMPLE] } },
  }),
  "keys.create": defineOperation({
    id: "keys.create",
    title: "New API key",
    summary: "Creates an API key of the acting user and returns it in clear text, once. Dashboard only.",
    path: "/keys/create",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: keyCreate },
    result: { kind: "json", schema: keyCreateResult },
    standing: "extension",
    gaps: ["credentials"],
    example: {
      body: {
        name: "ci",
        projects: ["demo/airline"],
        scopes: ["read", "write"],
        expires_at: "2127-02-18T14:30:01.882Z",
      },
      result: { ...EXAMPLE, expires_at: "2127-02-18T14:30:01.882Z", key: "hk_4fQ2mZx1<29 more letters and digits>" },
    },
  }),
  "keys.revoke": defineOperation({
    id: "keys.revoke",
    title: "Revoke an API key",
    summary: "Revokes an API key, effective from its next request. Dashboard only.",
    path: "/keys/revoke",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: keyRevoke },
    result: { kind: "json", schema: keyRecord },
    standing: "extension",
    gaps: ["credentials"],
    example: { body: { id: "4fQ2mZx1" }, result: { ...EXAMPLE, revoked_at: "2026-11-21T08:00:00.000Z" } },
  }),
};
