/**
 * Paths of the end user of a call: first among its attributes, then among those of its span; the first that is a text or
 * a number counts. Also one member whose name has the dots.
 */
export const END_USER_PATHS = [
  "user",
  "user_id",
  "user.id",
  "enduser.id",
  "enduser.pseudo.id",
  "gen_ai.user.id",
  "gen_ai.user",
  "gen_ai.request.user",
  "llm.user",
  "langfuse.user.id",
  "traceloop.association.properties.user_id",
  "langsmith.metadata.user_id",
  "ai.telemetry.metadata.userId",
] as const;
