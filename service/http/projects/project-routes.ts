import { Readable } from "node:stream";
import type { Handler } from "hono";
import type { Logger } from "pino";
import { pack } from "tar-stream";
import { z } from "zod";
import { errorMessage } from "@/lib/guard/error-message";
import { readKey } from "@/service/kernel/access/authenticate";
import { redeemPass } from "@/service/kernel/access/operator-pass";
import { InvalidRequestError, NotSignedInError } from "@/service/kernel/errors/service-errors";
import { exportProject, requireProject } from "./export-project";
import { type ImportResult, importProject } from "./import-project";
import type { ProjectParts } from "./project-parts";

/** For commands on this machine; not operations of the interface. */
export const EXPORT_PATH = "/operator/export-project";
export const IMPORT_PATH = "/operator/import-project";

/** How often a long import says that it is at work: clients give up on a silent response. */
const PROGRESS_EVERY_MS = 1_000;

const exportBody = z.object({ project_id: z.string().min(1) });
const importBody = z.object({ project_id: z.string().min(1).nullable(), file: z.string().min(1) });

/** A line of the response of an import. */
export type ImportLine =
  | { readonly step: "checked" | "imported"; readonly bytes: number }
  | { readonly result: ImportResult }
  | { readonly failure: string };

async function requirePass(headers: Headers, dataFolder: string): Promise<void> {
  const pass = readKey(headers);
  if (pass !== null && (await redeemPass(dataFolder, pass))) return;
  throw new NotSignedInError("Only a command that may write to the data folder of this service may do this.");
}

function readBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new InvalidRequestError("The body has to name the project and the file.");
}

/** Sends a project as a file. A response that fails is cut off, so that it cannot be taken for complete. */
export function exportRoute(parts: ProjectParts, dataFolder: string, log: Logger): Handler {
  return async ({ req }) => {
    await requirePass(req.raw.headers, dataFolder);
    const { project_id: projectId } = readBody(exportBody, await req.json().catch(() => null));
    // Once the response has begun, it cannot say why it fails.
    await requireProject(parts, projectId);
    const output = pack();
    const { signal } = req.raw;
    exportProject(parts, projectId, output, { signal }).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, projectId }, "a project could not be exported");
      output.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    const body = Readable.toWeb(Readable.from(output, { objectMode: false })) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: { "content-type": "application/x-tar", "cache-control": "no-store" } });
  };
}

/**
 * Imports a file of this machine, and says in lines how far it is.
 *
 * @param requireRoom throws while the disk is full
 */
export function importRoute(parts: ProjectParts, dataFolder: string, requireRoom: () => void): Handler {
  return async ({ req }) => {
    await requirePass(req.raw.headers, dataFolder);
    requireRoom();
    const { project_id: projectId, file } = readBody(importBody, await req.json().catch(() => null));
    const stopped = new AbortController();
    const signal = AbortSignal.any([req.raw.signal, stopped.signal]);
    const lines = new ReadableStream<Uint8Array>({
      async start(controller) {
        const say = (line: ImportLine) => controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
        let saidAtMs = 0;
        const onProgress = (step: "checked" | "imported", bytes: number) => {
          if (Date.now() - saidAtMs < PROGRESS_EVERY_MS) return;
          saidAtMs = Date.now();
          say({ step, bytes });
        };
        try {
          say({ result: await importProject(parts, { projectId, file, signal, onProgress }) });
          controller.close();
        } catch (error) {
          if (signal.aborted) return;
          say({ failure: errorMessage(error) });
          controller.close();
        }
      },
      cancel: () => stopped.abort(),
    });
    return new Response(lines, { headers: { "content-type": "application/jsonl", "cache-control": "no-store" } });
  };
}
