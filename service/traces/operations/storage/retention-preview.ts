import type { Handler } from "@/service/traces/handlers/handler";
import type { Retention } from "@/service/traces/retention/retention";
import { toWireTime } from "@/service/traces/store/engine/timestamps";

export function previewRetentionHandler(retention: Retention): Handler<"retention.preview"> {
  return async ({ body }, { signal }) => {
    const limits = { maxAgeDays: body.max_age_days, maxBytes: body.max_bytes };
    const preview = await retention.preview(body.project_id, limits, signal);
    return {
      calls: preview.calls,
      traces: preview.traces,
      bytes: preview.bytes,
      before: preview.before === null ? null : toWireTime(preview.before),
      oldest_remaining: preview.oldestRemaining === null ? null : toWireTime(preview.oldestRemaining),
      remaining_bytes: preview.remainingBytes,
    };
  };
}
