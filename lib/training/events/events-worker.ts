import { failureOf } from "@/lib/api/client/request-failure";
import { serveWorker } from "@/lib/worker/serve-worker";
import { chunkBuffers } from "./event-chunk";
import { readStored } from "./read-stored-events";

/** Reads events off the main thread, which never waits for lines, checks or columns. */
serveWorker({ run: readStored, partBuffers: chunkBuffers, failureOf });
