/**
 * Loaded before a supervised program: when the launcher dies without notice (SIGKILL, power loss), the channel to it
 * closes, and the program ends as if it had been asked to, so that no port and no folder stays locked.
 */
const TIMEOUT_MS = 10_000;

/** Programs that this program starts inherit this file: their channel leads to the program and is its own to handle. */
const IS_CHILD_OF_LAUNCHER = process.env.HEDDLE_LAUNCHER_PID === String(process.ppid);

if (process.channel !== undefined && IS_CHILD_OF_LAUNCHER) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
  });
  // The channel alone does not keep an idle program alive.
  process.channel?.unref();
}
