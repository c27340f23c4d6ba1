import { randomUUID } from "node:crypto";
import pino from "pino";
import { failureResponse } from "@/lib/api/server/answer/request-failed-error";
import { type Dashboard, runningDashboard } from "./dashboard";

/** Runs a route with the dashboard of this process; an opening failure is reported with the log's id. */
export async function withDashboard(work: (dashboard: Dashboard) => Promise<Response>): Promise<Response> {
  let dashboard: Dashboard;
  try {
    dashboard = await runningDashboard();
  } catch (error) {
    const requestId = randomUUID();
    pino({ base: null }).fatal({ err: error, requestId }, "the dashboard cannot be opened");
    const message = "The dashboard could not start. See its log for the reason.";
    return failureResponse({ httpStatus: 503, kind: "upstream", message, reason: "start" }, requestId, null);
  }
  return await work(dashboard);
}
