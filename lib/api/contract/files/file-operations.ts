import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { fileContent, fileCreateFields, fileCreateResult, filesStats, filesStatsResult } from "./files";

const DIGEST = "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";

export const fileOperations = {
  "file.create": defineOperation({
    id: "file.create",
    title: "Store file",
    summary: "Stores the bytes of a file, addressed by their digest.",
    path: "/file/create",
    aliases: ["/files/create"],
    auth: "basic",
    effect: "write",
    body: { kind: "multipart", fields: fileCreateFields, file: "file" },
    result: { kind: "json", schema: fileCreateResult },
    standing: "extension",
    limits: ingestLimits,
    example: { result: { digest: DIGEST } },
  }),
  "file.content": defineOperation({
    id: "file.content",
    title: "Read file",
    summary: "Returns the bytes of a file.",
    path: "/file/content",
    aliases: ["/files/content"],
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: fileContent },
    result: { kind: "bytes" },
    standing: "extension",
    example: { body: { project_id: "demo/airline", digest: DIGEST } },
  }),
  "file.stats": defineOperation({
    id: "file.stats",
    title: "Size of files",
    summary: "Returns the stored bytes of a project's files.",
    path: "/files/query_stats",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: filesStats },
    result: { kind: "json", schema: filesStatsResult },
    standing: "extension",
    example: { body: { project_id: "demo/airline" }, result: { total_size_bytes: 1_204_224 } },
  }),
};
