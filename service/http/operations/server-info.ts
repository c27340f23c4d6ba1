import type { Handler } from "@/service/traces/handlers/handler";

/**
 * Official Python clients refuse to start without this response. `trace_server_version` stays null: they compare it
 * with versions of another server.
 *
 * @param extensions what this service supports beyond the interface: ids of operations, and that calls have a source
 */
export function serverInfoHandler(extensions: readonly string[], version: string): Handler<"serverInfo"> {
  return async () => ({
    min_required_weave_python_version: "0.0.1",
    trace_server_version: null,
    heddle_version: version,
    extensions: [...extensions],
  });
}
