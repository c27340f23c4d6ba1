/** Called by Next once, when the server of the dashboard starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || !process.env.HEDDLE_AUDIT_FORWARD) return;
  const { forwardOfProcess } = await import("@/lib/api/server/audit-forwarding/forward-of-process");
  forwardOfProcess();
}
