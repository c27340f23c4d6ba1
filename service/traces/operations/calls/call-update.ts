import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Sets the display name of a call; an empty one clears it. */
export const updateCall: Handler<"call.update"> = async ({ body }, { calls }) => {
  const { project_id: projectId, call_id: id, display_name: displayName } = body;
  if (typeof displayName !== "string") {
    throw new InvalidRequestError("One of [display_name] must be specified for call update");
  }
  if (id === "" || id.length > 256) throw new InvalidRequestError("call_id must have 1 to 256 characters");
  await calls.write([{ part: "name", projectId, id, displayName }]);
  return {};
};
