import { packageOnUse } from "@/service/kernel/packages/package-on-use";

/** The client of OpenAI-compatible providers. */
export const openai = packageOnUse<typeof import("openai")>("openai");

/** Its reader of streamed responses, whose errors are those of the client. */
export const streaming = packageOnUse<typeof import("openai/core/streaming")>("openai/core/streaming");
