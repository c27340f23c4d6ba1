import pino from "pino";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { startForwarding } from "./start-forwarding";

const RETRY_MS = 5_000;

/** Forwards the audit log of this process's dashboard, from its start to the end of the process. */
export function forwardOfProcess(): void {
  runningDashboard().then(startForwarding, (error: unknown) => {
    // A request to the dashboard reports this with its id.
    pino({ base: null }).error({ err: error }, "the audit log is not forwarded before the dashboard can be opened");
    setTimeout(forwardOfProcess, RETRY_MS).unref();
  });
}
