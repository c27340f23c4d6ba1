import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";

/** JSON-RPC's code for a failure inside the server. */
const INTERNAL_ERROR = -32_603;

/** A transport that is told the protocol version, which it sends with each request. */
export interface RemoteTransport extends Transport {
  setProtocolVersion: (version: string) => void;
}

/**
 * Passes messages on between a client and the dashboard, unchanged: tools, answers and their limits are the
 * dashboard's own. A request that does not reach it is answered with an error that says why.
 *
 * @returns a promise that ends with the client
 */
export async function bridge(
  local: Transport,
  remote: RemoteTransport,
  failureText: (error: unknown) => string,
): Promise<void> {
  const initializeIds = new Set<string | number>();
  const ended = new Promise<void>((resolve) => {
    local.onclose = resolve;
  });
  remote.onmessage = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message) && initializeIds.delete(message.id)) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === "string") remote.setProtocolVersion(protocolVersion);
    }
    void local.send(message);
  };
  local.onmessage = (message: JSONRPCMessage) => {
    const request = isJSONRPCRequest(message) ? message : null;
    if (request?.method === "initialize") initializeIds.add(request.id);
    remote.send(message).catch((error: unknown) => {
      // Notifications have no answer; the request that follows fails too and says why.
      if (request === null) return;
      const answer = { code: INTERNAL_ERROR, message: failureText(error) };
      void local.send({ jsonrpc: "2.0", id: request.id, error: answer });
    });
  };
  await remote.start();
  await local.start();
  await ended;
  await remote.close();
}
