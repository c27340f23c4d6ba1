import { z } from "zod";
import { byId, defineAppOperation, emptyInput } from "@/lib/api/contract/operation/app-operation-row";
import {
  clientAllow,
  clientAllowed,
  connectedClient,
  deviceAllow,
  deviceDecided,
  deviceFind,
  deviceFound,
} from "./oauth-clients";

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
  "oauthClients.findDevice": defineAppOperation({
    id: "oauthClients.findDevice",
    summary: "Returns the program that waits under a short code.",
    effect: "read",
    role: "viewer",
    input: deviceFind,
    result: deviceFound,
  }),
  "oauthClients.allowDevice": defineAppOperation({
    id: "oauthClients.allowDevice",
    summary: "Allows the program that waits under a short code to act as the user. Each code is decided once.",
    effect: "write",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: deviceAllow,
    result: deviceDecided,
  }),
  "oauthClients.denyDevice": defineAppOperation({
    id: "oauthClients.denyDevice",
    summary: "Denies the program that waits under a short code.",
    effect: "write",
    role: "viewer",
    input: deviceFind,
    result: deviceDecided,
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
