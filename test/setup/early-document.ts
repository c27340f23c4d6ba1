import { EARLY_NAME } from "@/lib/api/client/early-request";
import { type EarlyRequest, earlyScript, type FirstRequest } from "@/lib/api/client/early-script";
import type { Workspace } from "@/lib/workspace/workspace";

/** Runs the script of a document that sends a request. Returns what happens once no page has taken the response for long. */
export function runEarlyScript(request: EarlyRequest, atMs: number = Date.now(), connectionId = "local"): () => void {
  let giveUp = () => {};
  const setTimer = (callback: () => void) => {
    giveUp = callback;
  };
  new Function("setTimeout", earlyScript(connectionId, request, atMs))(setTimer);
  return () => giveUp();
}

/** Runs the script of the document of a page, which arrived a few seconds ago. */
export function openDocument(firstRequest: FirstRequest, workspace: Workspace, address: string): void {
  const atMs = Date.now() - 5000;
  const request = firstRequest(workspace, new URLSearchParams(address), atMs);
  if (request === null) throw new Error("The document asks for nothing.");
  runEarlyScript(request, atMs, workspace.connectionId);
}

/** True while no page has taken the response. */
export const isEarlyWaiting = (): boolean => Reflect.has(globalThis, EARLY_NAME);

/** For tests in which no page takes it. */
export function forgetEarly(): void {
  Reflect.deleteProperty(globalThis, EARLY_NAME);
}
