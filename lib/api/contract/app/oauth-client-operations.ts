import { z } from "zod";
import { byId, defineAppOperation, emptyInput } from "@/lib/api/contract/operation/app-operation-row";
import { clientAllow, clientAllowed, connectedClient } from "./oauth-clients";

export const oauthClientOperations = {
  "oauthClients.list": defineAppOperation({
    id: "oauthClients.list",
    summary: "Lists the clients that the user connected with OAuth, or everyone's for an admin, the newest first.",
    effect: "read",
    role: "viewer",
    input: emptyInput,
    result: z.object({ clients: z.array(connectedClient) }),
  }),
  "oauthClients.allow": defineAppOperation({
    id: "oauthClients.allow",
    summary: "Allows a client to act as the user; returns the client's address with a code, which works once.",
    effect: "write",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: clientAllow,
    result: clientAllowed,
  }),
  "oauthClients.disconnect": defineAppOperation({
    id: "oauthClients.disconnect",
    summary: "Ends a client's access, effective from its next request: the user's own client, or any for an admin.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({ id: z.string() }),
  }),
};
